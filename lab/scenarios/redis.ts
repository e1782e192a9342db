/** A crash between two systems. Needs the Redis model of the legacy shop, which a lab's sandbox does not have. */
import type { UnavailableScenario } from '@/lab/scenario';

export const twoSystems: UnavailableScenario = {
  kind: 'unavailable',
  id: 'crash-between-two-systems',
  number: 18,
  topic: 'failure',
  title: 'A crash between Redis and MySQL loses a unit, or sells one that is not there',
  story:
    "In the legacy model the quantity is a key in Redis and the ledger is in MySQL. No transaction spans both: a process that dies after DECR and before the ledger's INSERT has taken a unit from everybody and sold it to nobody; in the other order it sells one that Redis still offers.",
  reason: 'It needs the Redis model, which is not part of this lab yet: sessions here are sessions of MySQL.',
  manual: [],
};
