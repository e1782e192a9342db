/**
 * Run as a process of its own by mysql-download.ts: the package prints what it does and installs handlers for the end of
 * its process, neither of which a command of ours wants. Prints the version that was fetched.
 */
import { createDB } from 'mysql-memory-server';

const started = await createDB({
  version: process.argv[2],
  arch: process.platform === 'win32' ? 'x64' : undefined,
  xEnabled: 'OFF',
  // Its own ten retries would hide a machine without internet for minutes.
  downloadRetries: 1,
}).catch((reason: unknown) => {
  console.error(String(reason));
  process.exit(1);
});
await started.stop();
if (started.mysql.versionIsInstalledOnSystem) {
  console.error('the package found an installed MySQL instead of fetching one');
  process.exit(1);
}
console.log(started.mysql.version);
