/** The supervisor's desk: a lease is an open connection that has said the right word. The system closes it with its holder. */
import { randomBytes } from 'node:crypto';
import { createServer, type Socket } from 'node:net';

export interface LeaseDesk {
  port: number;
  token: string;
  count(): number;
  /** Takes no new leases. */
  close(): void;
}

/** Opens the desk on a free port of 127.0.0.1; `onLast` is called when the last lease was given back. */
export async function openDesk(events: { onLast(): void }): Promise<LeaseDesk> {
  const token = randomBytes(16).toString('hex');
  const holders = new Set<Socket>();
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    socket.setEncoding('utf8');
    let said = '';
    const leave = (): void => {
      if (!holders.delete(socket)) return;
      if (holders.size > 0) return void socket.end('in use\n');
      // The last to leave isn't answered: its connection closes when this process ends, and mysqld has ended before.
      events.onLast();
    };
    socket.on('data', (text) => {
      said += text;
      if (holders.has(socket) || !said.includes('\n')) return;
      if (said.trim() !== token || !server.listening) return void socket.destroy();
      holders.add(socket);
      socket.write('held\n');
    });
    socket.on('end', () => (holders.has(socket) ? leave() : socket.end()));
    socket.on('error', () => socket.destroy());
    socket.on('close', leave);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    token,
    count: () => holders.size,
    close: () => void server.close(),
  };
}
