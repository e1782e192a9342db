/**
 * A wire to MySQL that counts: every command that a client sends is one packet with sequence number 0, whatever number
 * of statements it carries. It can also be cut, in mid-sentence, as networks do.
 */

import type { AddressInfo } from 'node:net';
import { connect, createServer, type Server, type Socket } from 'node:net';
import type { Database } from '@/db/database';

export class CountingWire {
  /** Commands since the last `take`. */
  commands = 0;
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();

  private constructor(server: Server) {
    this.#server = server;
  }

  static async to(url: string): Promise<{ wire: CountingWire; url: string }> {
    const target = new URL(url);
    const server = createServer();
    const wire = new CountingWire(server);
    server.on('connection', (client) => {
      const upstream = connect(Number(target.port || 3306), target.hostname);
      for (const socket of [client, upstream]) {
        wire.#sockets.add(socket);
        socket.on('error', () => socket.destroy());
        socket.on('close', () => {
          wire.#sockets.delete(socket);
          client.destroy();
          upstream.destroy();
        });
      }
      wire.#count(client);
      client.pipe(upstream);
      upstream.pipe(client);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const through = new URL(url);
    through.hostname = '127.0.0.1';
    through.port = String((server.address() as AddressInfo).port);
    return { wire, url: through.toString() };
  }

  take(): number {
    const { commands } = this;
    this.commands = 0;
    return commands;
  }

  /** Packets that `work` sent over the wire, and what it resolved to; of a database with one connection. */
  async packetsOf<T>(database: Database, work: () => Promise<T>): Promise<[packets: number, result: T]> {
    // The first use of a connection prepares it; that is not part of what is counted.
    await database.session('test', ({ connection }) => connection.query('SELECT 1'));
    this.take();
    const result = await work();
    return [this.take(), result];
  }

  /** Breaks every connection that is open now. */
  cut(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  async close(): Promise<void> {
    this.cut();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  /** Follows the packets: 3 bytes of length, 1 byte of sequence number, then that many bytes. */
  #count(client: Socket): void {
    let buffered = Buffer.alloc(0);
    client.on('data', (chunk: Buffer) => {
      buffered = Buffer.concat([buffered, chunk]);
      while (buffered.length >= 4) {
        const length = buffered.readUIntLE(0, 3);
        if (buffered.length < 4 + length) return;
        if (buffered[3] === 0) this.commands += 1;
        buffered = buffered.subarray(4 + length);
      }
    });
  }
}
