/**
 * A sale that somebody looks at and nobody looks at, in turn. The panel reads in a process of its own, as it does in the
 * app; that process is there from the beginning, so that its start is in none of the turns.
 */
import { spawn } from 'node:child_process';
import { driveInTurn } from '../drive';
import type { Group } from '../sample';
import { checkOut } from './checkouts';

const CONNECTIONS = 32;

export const panelKey = 'panel';

interface Onlooker {
  /** Opens the panel and resolves with its first reading. */
  look(): Promise<void>;
  /** Closes it. */
  leave(): Promise<void>;
}

/** Runs `work` beside a process that can look at the panel of this schema. */
async function withOnlooker<T>(url: string, work: (onlooker: Onlooker) => Promise<T>): Promise<T> {
  const child = spawn(process.execPath, ['db/launch/run.mjs', 'app/api/live/look-on.ts'], {
    env: { ...process.env, DATABASE_URL: url },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    // Not "close": after disconnect() that one never comes.
    child.once('exit', resolve);
  });
  const answer = () =>
    Promise.race([
      new Promise<void>((resolve) => child.once('message', () => resolve())),
      ended.then((code) => Promise.reject(new Error(`The panel's process ended with ${code}.`))),
    ]);
  const ask = (what: 'look' | 'leave') => {
    const answered = answer();
    child.send(what);
    return answered;
  };
  await answer();
  try {
    return await work({ look: () => ask('look'), leave: () => ask('leave') });
  } finally {
    child.disconnect();
    await ended;
  }
}

export const panel: Group = {
  title: 'The live panel',
  note: 'Whole checkouts of one hot item while the panel reads every second, and while it is closed, in turn within one run.',
  cells: [
    {
      key: panelKey,
      label: `panel open and closed in turn, ${CONNECTIONS} connections`,
      isQuick: true,
      run: (stage) =>
        stage.withShop({ strategy: 'unit-pool', connections: CONNECTIONS }, ({ open, request, line }) =>
          withOnlooker(stage.url, async ({ look, leave }) => {
            let isLookedAt = false;
            const { sample, perSecond } = await driveInTurn({
              buyers: CONNECTIONS,
              operation: () => checkOut(open, request([line(0)])),
              warmUpMs: stage.size.warmUpMs,
              turnMs: stage.size.measureMs,
              enter: async (condition) => {
                if (isLookedAt === (condition === 1)) return;
                isLookedAt = !isLookedAt;
                await (isLookedAt ? look() : leave());
              },
            });
            const [closed, looked] = perSecond;
            return {
              ...sample,
              more: {
                closedPerSecond: Math.round(closed),
                openPerSecond: Math.round(looked),
                panelOnVsOff: looked / closed,
              },
            };
          }),
        ),
    },
  ],
};
