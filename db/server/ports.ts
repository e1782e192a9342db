import { createServer } from 'node:net';
import { SetupError } from './setup-error';

/** Below the ports that systems give to outgoing connections, 32,768 on Linux: what was free isn't taken by one of them meanwhile. */
const FIRST_OF_OURS = 20_000;
const HOW_MANY = 10_000;

/** A port of 127.0.0.1 that was free a moment ago. Throws: SetupError when a hundred in a row are taken. */
export function freePort(): Promise<number> {
  return firstFree(FIRST_OF_OURS + Math.floor(Math.random() * HOW_MANY), '127.0.0.1');
}

/** Whether that port can be listened on now. */
function isFree(port: number, host: string): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, host, () => server.close(() => resolve(true)));
  });
}

/** The first port from `wanted` on that nobody listens on, neither at `host` nor at all addresses. */
export async function firstFree(wanted: number, host: string): Promise<number> {
  const last = Math.min(wanted + 100, 65_535);
  for (let port = wanted; port <= last; port += 1) {
    // A server on all addresses takes the port too, though some systems let both listen.
    if ((await isFree(port, host)) && (await isFree(port, '0.0.0.0'))) return port;
  }
  throw new SetupError(`No port from ${wanted} to ${last} is free.`);
}
