/** `npm run reset`: shop and runs back to the seeded state, after asking. */
import { createInterface } from 'node:readline/promises';
import { parseArgs } from 'node:util';
import { createDatabase } from '@/db/database';
import { migrate } from '@/db/migrate';
import { planReset, reset } from '@/db/reset';
import { openServer } from '@/db/server';
import { command } from './command-line';

const usage = `npm run reset [-- --yes]

Brings the shop back to its seeded state and drops all kept runs and what the panel's neighbours left. Asks first.
  --yes   don't ask`;

await command(usage, async () => {
  const { values } = parseArgs({ options: { yes: { type: 'boolean', default: false } } });
  const server = await openServer();
  const database = createDatabase({ url: server.url, connectionLimit: 2 });
  try {
    await migrate(server.url);
    const plan = await planReset(database);
    const what = `Empty ${plan.tables.length} tables of ${database.schema} and drop ${plan.schemas.length} schemas beside it (kept runs, neighbours), then seed`;
    if (!values.yes && !(await confirmed(`${what}? Type "yes": `))) {
      console.log('Nothing was changed.');
      return 1;
    }
    await reset(database, plan);
    console.log('Seeded.');
    return 0;
  } finally {
    await database.close();
    await server.stop();
  }
});

async function confirmed(question: string): Promise<boolean> {
  if (!process.stdin.isTTY) {
    console.error('There is no terminal to ask on: add --yes.');
    return false;
  }
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  try {
    return (await terminal.question(question)).trim().toLowerCase() === 'yes';
  } finally {
    terminal.close();
  }
}
