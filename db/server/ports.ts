import { createServer } from 'node:net';
import { SetupError } from './setup-error';

/** A port of 127.0.0.1 that was free a moment ago. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
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
