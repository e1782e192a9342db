import type { ShopTruth } from '@/legacy/index';

/** Changes whenever something that the page shows has changed. */
export function fingerprintOf({ version, isSettling, figures }: ShopTruth): string {
  return [version, Number(isSettling), ...Object.values(figures)].join('.');
}
