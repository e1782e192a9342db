/**
 * Places at which the simulator's process can be killed (SIGKILL, nothing is tidied up), to see what is left. The process
 * of a sale dies there once the place has been passed often enough that the sale is in full swing.
 */
export const crashPoints = [
  'after-payment-before-claim',
  'between-two-writes',
  'mid-refill',
  'claim-process-killed',
  'claim-redis-cut',
  'claim-mysql-cut',
] as const;
export type CrashPoint = (typeof crashPoints)[number];

/**
 * Those that break one claim between its two halves, and not the whole sale: one process of the shop is killed, or one of
 * its connections is cut, and the others go on selling with what that leaves behind.
 */
export const claimFaults = ['claim-process-killed', 'claim-redis-cut', 'claim-mysql-cut'] as const;
export type ClaimFault = (typeof claimFaults)[number];

export function isClaimFault(point: string): point is ClaimFault {
  return claimFaults.includes(point as ClaimFault);
}

export const crashPointTexts: Readonly<Record<CrashPoint, { label: string; hint: string }>> = {
  'after-payment-before-claim': {
    label: 'After payment, before the claim',
    hint: 'The gateway has the money, the shop has not recorded the order.',
  },
  'between-two-writes': {
    label: 'Between two writes of a reserve',
    hint: 'Stock has been locked or counted down, the hold is not complete.',
  },
  'mid-refill': {
    label: 'In the middle of a refill',
    hint: 'The level is locked, the new unit rows are not there yet.',
  },
  'claim-process-killed': {
    label: 'One claim: its process is killed half-way',
    hint: 'The first half of the claim is written. The gateway calls again, and the sale goes on.',
  },
  'claim-redis-cut': {
    label: 'One claim: Redis is cut off half-way',
    hint: 'The connection to Redis breaks between the two halves of the claim, and comes back.',
  },
  'claim-mysql-cut': {
    label: 'One claim: MySQL is cut off half-way',
    hint: 'The connection to MySQL breaks between the two halves of the claim.',
  },
};
