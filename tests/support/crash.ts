/** A command that opens the server of a folder, says where it is, and never gives it back: made to be killed. */
import { openServer } from '@/db/server';
import { readState } from '@/db/server/state';

const folder = process.argv[2] ?? '';
await openServer({ folder });
console.log(JSON.stringify(await readState(folder)));
setInterval(() => undefined, 60_000);
