/** Starts a supervisor with its mysqld and takes the first lease. */
import { spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Lease, takeLease } from './lease';
import { checkoutFolder } from './paths';
import type { ServerState } from './state';
import type { SupervisorReply, SupervisorRequest } from './supervisor';

const supervisorFile = fileURLToPath(new URL('./supervisor.ts', import.meta.url));

export interface Started {
  state: ServerState;
  lease: Lease;
}

/** Resolves when the server takes connections. Throws with mysqld's own error lines when it doesn't start. */
export async function startServer(request: SupervisorRequest): Promise<Started> {
  await mkdir(request.folder, { recursive: true, mode: 0o700 });
  const log = openSync(join(request.folder, 'supervisor.log'), 'w', 0o600);
  // A session of its own: Ctrl-C goes to every process of a terminal's group, and mysqld must outlive those who use it.
  const child = spawn(process.execPath, ['--import', 'tsx', supervisorFile, JSON.stringify(request)], {
    // Where the loader of TypeScript is found.
    cwd: checkoutFolder,
    detached: true,
    stdio: ['ignore', log, log, 'ipc'],
  });
  closeSync(log);
  const reply = await new Promise<SupervisorReply>((resolve) => {
    child.once('message', (message) => resolve(message as SupervisorReply));
    child.once('error', (error) => resolve({ failed: error.message }));
    child.once('exit', (code) => resolve({ failed: `the supervisor ended (${code})` }));
  });
  if ('failed' in reply) throw new Error(reply.failed);
  const lease = await takeLease(reply.ready);
  if (child.connected) child.disconnect();
  child.unref();
  if (!lease) throw new Error('mysqld started, but its supervisor took no lease.');
  return { state: reply.ready, lease };
}
