/** The measurement of the panel's own cost that the page shows: what `npm run panel-cost -- --write` kept. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { errorCode } from '@/db/errors';
import type { PanelCost } from './own-cost';

/** Told only by measurements since the answers are timed too. */
type SinceLater = 'p95OnVsOff' | 'answerP95Ms' | 'rowLocks';

export interface PanelCostRecord extends Omit<PanelCost, SinceLater>, Partial<Pick<PanelCost, SinceLater>> {
  readonly measuredAt: string;
  readonly machine: string;
  readonly mysql: string;
  readonly node: string;
  readonly command: string;
}

/** null when nothing was measured yet. */
export async function readPanelCost(): Promise<PanelCostRecord | null> {
  try {
    // Every command of this project runs in the checkout's folder.
    return JSON.parse(await readFile(join(process.cwd(), 'docs/panel-cost.json'), 'utf8'));
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null;
    throw error;
  }
}
