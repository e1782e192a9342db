'use server';
/** What the panel may change: the crowd beside its neighbours, and the ceiling of InnoDB on a server of our own. */
import { z } from 'zod';
import { requireSignIn } from '@/app/sign-in/session';
import { changeTraffic, startTraffic, stopTraffic } from '@/app/traffic';
import { getDatabase } from '@/db/client';
import { MOST_THREADS, setThreadCeiling } from '@/db/panel/thread-ceiling';
import { neighbourIds, type TrafficSettings } from '@/simulator/index';
import { isOwnServer } from './own-server';

/** Why nothing was changed; undefined when it was. */
export type PanelAnswer = string | undefined;

const settingsShape = z.object({
  hasNeighbours: z.boolean(),
  repaired: z.array(z.enum(neighbourIds)).max(neighbourIds.length),
});

export async function startTrafficAction(): Promise<PanelAnswer> {
  await requireSignIn('/live');
  return startTraffic();
}

export async function stopTrafficAction(): Promise<PanelAnswer> {
  await requireSignIn('/live');
  await stopTraffic();
  return undefined;
}

export async function changeTrafficAction(settings: TrafficSettings): Promise<PanelAnswer> {
  await requireSignIn('/live');
  const judged = settingsShape.safeParse(settings);
  if (!judged.success) return 'These switches are not known.';
  changeTraffic(judged.data);
  return undefined;
}

export async function setThreadCeilingAction(ceiling: number): Promise<PanelAnswer> {
  await requireSignIn('/live');
  if (!isOwnServer()) {
    return 'This MySQL was not started by the app. Its settings belong to whoever runs it.';
  }
  if (!Number.isInteger(ceiling) || ceiling < 0 || ceiling > MOST_THREADS) {
    return `The ceiling has to be a whole number from 0 to ${MOST_THREADS}.`;
  }
  await getDatabase().session('panel', (session) => setThreadCeiling(session, ceiling));
  return undefined;
}
