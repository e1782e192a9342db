import { connect } from 'node:net';

export interface Lease {
  /** Gives the lease back; resolves when the server has ended, or at once when others still use it. */
  release(): Promise<void>;
  /** Called when the server ends although the lease is held. */
  onLost(listener: () => void): void;
}

/** Where a supervisor takes leases, and the word that it asks for. */
export interface LeasePlace {
  readonly leasePort: number;
  readonly leaseToken: string;
}

/** Takes a lease on a running server, or null when its supervisor doesn't answer or is about to stop. */
export function takeLease(state: LeasePlace): Promise<Lease | null> {
  return new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port: state.leasePort });
    socket.setEncoding('utf8');
    let isHeld = false;
    let isReleased = false;
    const lost: (() => void)[] = [];
    const closed = new Promise<void>((done) => socket.once('close', () => done()));
    socket.once('connect', () => socket.write(`${state.leaseToken}\n`));
    socket.on('data', (text) => {
      if (isHeld || !String(text).startsWith('held')) return;
      isHeld = true;
      // A lease doesn't keep a command running that has nothing else to do; waiting for one does.
      socket.unref();
      resolve({
        release: async () => {
          isReleased = true;
          socket.ref();
          socket.end();
          await closed;
        },
        onLost: (listener) => void lost.push(listener),
      });
    });
    socket.on('error', () => socket.destroy());
    socket.once('close', () => {
      if (!isHeld) return resolve(null);
      if (!isReleased) for (const listener of lost) listener();
    });
  });
}
