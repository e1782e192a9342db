/**
 * Switches the shops of a pod, each with the same switch and the same gates as alone. Both directions can be asked again
 * and again: what is done already is nothing, so that a process that dies in the middle leaves nothing half done.
 */
import type { Database } from '@/db/database';
import { RedisError } from '@/db/redis/client';
import { call } from '@/db/statement';
import type { Counters } from '@/legacy/truth/counters';
import { gatesOf, type TruthState, truthStates } from '@/legacy/truth/states';
import { readShopTruth, type SwitchResult, switchTruth } from '@/legacy/truth/switch';
import { stateAfter } from './read';
import { listPlaces } from './sql';

export interface Moved {
  /** Shops that were switched by this call. */
  readonly switched: number;
  /** Shops that are where they should be. */
  readonly arrived: number;
  readonly all: number;
  /** Why others aren't, by shop: "Lamps: 40 of at least 100 reserves compared". */
  readonly waiting: readonly string[];
}

interface Mover {
  readonly database: Database;
  readonly counters: Counters | undefined;
  readonly actor: string;
  readonly reason: string;
}

/** So many shops are switched at once: going back is to be over soon, and MySQL has others to serve. */
const AT_ONCE = 4;

/** Brings the shops that are one step before `aim` there, where their gates are open. */
export function bringForward(mover: Mover, podId: number, aim: TruthState): Promise<Moved> {
  return move(mover, podId, (state) => {
    if (place(state) >= place(aim)) return undefined;
    return stateAfter(state);
  });
}

/** Brings every shop that is beyond its safe state back to it. */
export function bringBack(mover: Mover, podId: number): Promise<Moved> {
  return move(mover, podId, (state, safeState) => (place(state) > place(safeState) ? safeState : undefined));
}

const place = (state: TruthState) => truthStates.indexOf(state);

async function move(
  { database, counters, actor, reason }: Mover,
  podId: number,
  targetOf: (state: TruthState, safeState: TruthState) => TruthState | undefined,
): Promise<Moved> {
  const [places] = await database.session('roll-out', (session) => session.send(call(listPlaces, { podId })));
  const shops = places?.rows ?? [];
  const wanting = shops.flatMap(({ shopId, name, state, safeState }) => {
    const to = targetOf(state, safeState);
    return to ? [{ shopId: Number(shopId), name: String(name), to }] : [];
  });
  let switched = 0;
  let arrived = shops.length - wanting.length;
  const waiting: string[] = [];
  for (let from = 0; from < wanting.length; from += AT_ONCE) {
    const some = wanting.slice(from, from + AT_ONCE);
    const results = await Promise.all(
      some.map(({ shopId, to }) => attempt(database, counters, { shopId, to, actor, reason })),
    );
    for (const [index, why] of results.entries()) {
      if (why === null) switched += 1;
      if (why === null || why === '') arrived += 1;
      else waiting.push(`${some[index]?.name}: ${why}`);
    }
  }
  return { switched, arrived, all: shops.length, waiting };
}

/** Null: switched; '': was there already; else what it waits for. Throws what MySQL reports. */
async function attempt(
  database: Database,
  counters: Counters | undefined,
  request: { shopId: number; to: TruthState; actor: string; reason: string },
): Promise<string | null> {
  // The switch locks the shop while it looks at its gates: it isn't pressed in vain, once a second, during a sale.
  const truth = await readShopTruth(database, request.shopId);
  if (truth) {
    // Holds on their way are waited for by the switch itself.
    const gates = gatesOf(truth.state, request.to, { ...truth.figures, promises: 0 });
    const closed = gates.filter(({ isOpen }) => !isOpen);
    if (closed.length > 0) return closed.map(({ says }) => says).join(', ');
  }
  let result: SwitchResult;
  try {
    result = await switchTruth(database, counters, request);
  } catch (error) {
    if (!(error instanceof RedisError)) throw error;
    return `Redis: ${error.message}`;
  }
  switch (result.outcome) {
    case 'switched':
      return null;
    case 'already':
      return '';
    case 'closed':
      return result.closed.join(', ');
    case 'impossible':
      return `is in state ${result.from} now`;
    case 'changed':
      return `${result.by} has switched it to ${result.state}`;
    case 'no_redis':
      return result.missing;
    case 'not_found':
      return 'is no longer there';
  }
}

/** "3 of 5 shops are there. Lamps: 40 of at least 100 reserves compared." */
export function movedInWords({ arrived, all, waiting }: Moved): string {
  const few = waiting.slice(0, 3).join('; ');
  const more = waiting.length > 3 ? `; and ${waiting.length - 3} more` : '';
  const rest = few ? ` Waiting: ${few}${more}.` : '';
  return `${arrived} of ${all} ${all === 1 ? 'shop is' : 'shops are'} there.${rest}`;
}
