/** A sale that somebody looks at, against one that nobody does. The panel reads in a process of its own, as it does in the app. */
import { spawn } from 'node:child_process';
import { driveFor } from '../drive';
import type { Cell, Group } from '../sample';

const CONNECTIONS = 32;

export const panelKey = (isOn: boolean) => `panel ${isOn ? 'on' : 'off'}`;

/** Runs `work` while the panel of this schema is open. */
async function whileLookedAt<T>(url: string, work: () => Promise<T>): Promise<T> {
  const child = spawn(process.execPath, ['db/launch/run.mjs', 'app/api/live/look-on.ts'], {
    env: { ...process.env, DATABASE_URL: url },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    // Not "close": after disconnect() that one never comes.
    child.once('exit', resolve);
  });
  await Promise.race([
    new Promise((resolve) => child.once('message', resolve)),
    ended.then((code) => Promise.reject(new Error(`The panel's process ended with ${code}.`))),
  ]);
  try {
    return await work();
  } finally {
    child.disconnect();
    await ended;
  }
}

const cellOf = (isOn: boolean): Cell => ({
  key: panelKey(isOn),
  label: `panel ${isOn ? 'open' : 'closed'}, ${CONNECTIONS} connections`,
  isQuick: true,
  run: (stage) =>
    stage.withShop({ strategy: 'unit-pool', connections: CONNECTIONS }, ({ open, request, line }) => {
      const sell = () =>
        driveFor({
          buyers: CONNECTIONS,
          operation: async () => (await open.reserve(request([line(0)]))).outcome === 'reserved',
          warmUpMs: stage.size.warmUpMs,
          // A reading a second: several of them belong to a measurement.
          measureMs: stage.size.measureMs * 2,
        });
      return isOn ? whileLookedAt(stage.url, sell) : sell();
    }),
});

export const panel: Group = {
  title: 'The live panel',
  note: 'Reserves of one hot item while the panel is read every second, and while it isn’t.',
  cells: [false, true].map(cellOf),
};
