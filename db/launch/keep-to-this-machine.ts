/** The last word on who may reach a server without a sign-in: whatever flags it was started with, it looks at where it listens. */
import { Server } from 'node:net';

/** Of node: every open handle of the process. Its types leave it out, since most programs have no use for it. */
interface WithHandles {
  _getActiveHandles(): unknown[];
}

/**
 * Ends the process, with a sentence, when it listens beyond loopback and there is no ADMIN_PASSWORD. `npm run demo` has
 * refused earlier and with the same words; `next start` by hand listens everywhere unless it is told otherwise.
 */
export function keepToThisMachine(): void {
  if (process.env.ADMIN_PASSWORD) return;
  const handles = (process as unknown as WithHandles)._getActiveHandles();
  const open = handles
    .filter((handle) => handle instanceof Server)
    .map((server) => server.address())
    .filter((address) => address !== null && typeof address === 'object')
    .find(({ address }) => !isLoopback(address));
  if (!open) return;
  console.error(
    `The environment can't be used:\n  ADMIN_PASSWORD is needed before HOST may be ${open.address}` +
      '\n  To keep to this machine, start it with "npm run demo", or "next start -H 127.0.0.1".',
  );
  process.exit(1);
}

/** Whether only this machine reaches an address. */
export function isLoopback(address: string): boolean {
  return /^(::ffff:)?127\.\d+\.\d+\.\d+$|^::1$/.test(address);
}
