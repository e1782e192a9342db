/**
 * Places at which the simulator's process can be killed (SIGKILL, nothing is tidied up), to see what is left. The process
 * of a sale dies there once the place has been passed often enough that the sale is in full swing.
 */
export const crashPoints = ['after-payment-before-claim', 'between-two-writes', 'mid-refill'] as const;
export type CrashPoint = (typeof crashPoints)[number];

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
};
