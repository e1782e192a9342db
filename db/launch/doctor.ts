/** `npm run doctor`: one line per check and the mend for what fails, or `--json`. Exit 0 when all is well, 1 when not, 2 for bad arguments. */
import { parseArgs } from 'node:util';
import { type DoctorReport, needsOf, runChecks } from '@/db/doctor';
import { readEnvironment } from '@/db/env';
import { redisHost } from '@/db/redis/client';
import { openRedisServer } from '@/db/redis/server';
import { openServer } from '@/db/server';
import { reasonOf, SetupError } from '@/db/server/setup-error';
import { command } from './command-line';
import { bold, dim, green, red } from './terminal';

const usage = `npm run doctor [-- --json]

Says whether the MySQL in use is fit for the engine, one line a check, and how Redis stands. Without a Redis all but
the legacy model works, so that a missing one fails nothing.
  --json   print {ok, server, checks, redis} as one JSON object and nothing else`;

await command(usage, async () => {
  const { values } = parseArgs({ options: { json: { type: 'boolean', default: false } } });
  const report = await examine();
  const redis = await examineRedis();
  if (values.json) console.log(JSON.stringify({ ...withoutMends(report), redis }, null, 2));
  else print(report, redis);
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

interface RedisStanding {
  readonly isThere: boolean;
  readonly detail: string;
}

async function examineRedis(): Promise<RedisStanding> {
  const found = await openRedisServer();
  if (!found.isThere) return { isThere: false, detail: found.missing };
  await found.stop();
  const origins = {
    REDIS_URL: 'of REDIS_URL',
    path: 'found on the PATH',
    cache: 'from the cache',
    debian: "from Debian's package",
  };
  return {
    isThere: true,
    detail: `${found.version} ${origins[found.source]}, ${redisHost(found.url)}`,
  };
}

function withoutMends({ ok, server, checks }: DoctorReport) {
  return { ok, server, checks: checks.map(({ id, ok, detail }) => ({ id, ok, detail })) };
}

function print({ ok, server, checks }: DoctorReport, redis: RedisStanding): void {
  if (server)
    console.log(
      `\n  ${bold('MySQL')} ${dim(`${server.user}@${server.host}:${server.port}/${server.database}`)}\n`,
    );
  for (const { id, ok, detail, mend } of checks) {
    console.log(`  ${ok ? green('ok  ') : red('no  ')} ${id.padEnd(27)} ${detail}`);
    if (!ok && mend) console.log(`       ${''.padEnd(27)} ${dim(`mend: ${mend}`)}`);
  }
  console.log(`\n  ${bold('Redis')} ${redis.isThere ? redis.detail : redis.detail.replaceAll('\n', '\n  ')}`);
  const failed = checks.filter((check) => !check.ok).length;
  console.log(`\n  ${ok ? 'This server is fit.' : `${failed} of ${checks.length} checks failed.`}\n`);
}
