/** `npm run doctor`: one line per check and the mend for what fails, or `--json`. Exit 0 when all is well, 1 when not, 2 for bad arguments. */
import { parseArgs } from 'node:util';
import { type DoctorReport, needsOf, runChecks } from '@/db/doctor';
import { readEnvironment } from '@/db/env';
import { openServer } from '@/db/server';
import { reasonOf, SetupError } from '@/db/server/setup-error';
import { command } from './command-line';
import { bold, dim, green, red } from './terminal';

const usage = `npm run doctor [-- --json]

Says whether the MySQL in use is fit for the engine, one line a check.
  --json   print {ok, server, checks} as one JSON object and nothing else`;

await command(usage, async () => {
  const { values } = parseArgs({ options: { json: { type: 'boolean', default: false } } });
  const report = await examine();
  if (values.json) console.log(JSON.stringify(withoutMends(report), null, 2));
  else print(report);
  return report.ok ? 0 : 1;
});

async function examine(): Promise<DoctorReport> {
  try {
    if (process.env.DATABASE_URL) {
      const { DATABASE_URL, POOL_SIZE } = readEnvironment();
      return await runChecks(DATABASE_URL, needsOf(POOL_SIZE));
    }
    const server = await openServer();
    try {
      const { POOL_SIZE } = readEnvironment({ ...process.env, DATABASE_URL: server.url });
      return await runChecks(server.url, needsOf(POOL_SIZE));
    } finally {
      await server.stop();
    }
  } catch (error) {
    if (!(error instanceof SetupError) && (error as Error).name !== 'EnvironmentError') throw error;
    return { ok: false, server: null, checks: [{ id: 'server', ok: false, detail: reasonOf(error) }] };
  }
}

function withoutMends({ ok, server, checks }: DoctorReport) {
  return { ok, server, checks: checks.map(({ id, ok, detail }) => ({ id, ok, detail })) };
}

function print({ ok, server, checks }: DoctorReport): void {
  if (server)
    console.log(
      `\n  ${bold('MySQL')} ${dim(`${server.user}@${server.host}:${server.port}/${server.database}`)}\n`,
    );
  for (const { id, ok, detail, mend } of checks) {
    console.log(`  ${ok ? green('ok  ') : red('no  ')} ${id.padEnd(27)} ${detail}`);
    if (!ok && mend) console.log(`       ${''.padEnd(27)} ${dim(`mend: ${mend}`)}`);
  }
  const failed = checks.filter((check) => !check.ok).length;
  console.log(`\n  ${ok ? 'This server is fit.' : `${failed} of ${checks.length} checks failed.`}\n`);
}
