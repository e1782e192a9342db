/** `npm run bench`: starts a server and the measuring process, shows how far it is, and reports. */
import { spawn } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { Presets, SingleBar } from 'cli-progress';
import mysql from 'mysql2/promise';
import { command } from '@/db/launch/command-line';
import { openTestRedis } from '@/db/redis/server';
import { openTestServer } from '@/db/server/test-server';
import { chartOf } from './chart';
import { type BenchCommand, benchUsage, readBenchCommand, UsageError } from './command-line';
import { markdownOf } from './markdown';
import type { FromClient, Measured, Order } from './messages';
import { printReport } from './print';
import { reportOf } from './report';

const EXIT = { ok: 0, badArguments: 2, stopped: 130 } as const;

class Stopped extends Error {}

await command(benchUsage, async () => {
  try {
    const asked = readBenchCommand(process.argv.slice(2));
    const measured = await measure(asked);
    const text = ['npm run bench', process.argv.slice(2).join(' ')].join(' -- ');
    const report = reportOf(measured, asked.keys, text, new Date());
    if (asked.chartFile) await writeFile(asked.chartFile, chartOf(report));
    if (asked.isJson) console.log(JSON.stringify(report, null, 2));
    else if (asked.isMarkdown) console.log(markdownOf(report));
    else printReport(report);
    return EXIT.ok;
  } catch (error) {
    if (error instanceof Stopped) return EXIT.stopped;
    if (!(error instanceof UsageError)) throw error;
    console.error(error.message);
    return EXIT.badArguments;
  }
});

async function measure({ size, rounds, only }: BenchCommand): Promise<Measured> {
  const redis = await openTestRedis();
  // The measuring process inherits it; without one the reason stands in the place of the figures.
  if (redis.isThere) process.env.REDIS_URL = redis.url;
  const server = await openTestServer('safe');
  try {
    const url = new URL(server.url);
    url.pathname = `${url.pathname}_bench`;
    await dropSchemas(url.href);
    try {
      return await runClient({ url: url.href, size, rounds, only });
    } finally {
      await dropSchemas(url.href);
    }
  } finally {
    await server.stop();
    if (redis.isThere) await redis.stop();
  }
}

/** Runs the measuring process to its end and returns what it found. */
async function runClient(order: Order): Promise<Measured> {
  const child = spawn(
    process.execPath,
    ['db/launch/run.mjs', 'simulator/bench/client.ts', JSON.stringify(order)],
    // Standard output is the report's alone.
    { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] },
  );
  let isStopped = false;
  const stop = () => {
    isStopped = true;
    child.kill('SIGTERM');
  };
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
  const bar = process.stderr.isTTY
    ? new SingleBar(
        { format: '  {bar} {value}/{total}  {label}', hideCursor: true, stream: process.stderr },
        Presets.shades_classic,
      )
    : undefined;
  let measured: Measured | undefined;
  child.on('message', (message: FromClient) => {
    if (message.kind === 'measured') measured = message.measured;
    else if (message.done === 0) bar?.start(message.total, 0, { label: message.label });
    else bar?.update(message.done, { label: message.label });
  });
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  bar?.stop();
  process.removeListener('SIGINT', stop);
  process.removeListener('SIGTERM', stop);
  if (isStopped) throw new Stopped();
  if (!measured) throw new Error(`The measuring process ended with ${code} before it had a result.`);
  return measured;
}

/** Drops what this command made, now or in a run that was cut off: on a server of DATABASE_URL it would stay. */
async function dropSchemas(benchUrl: string): Promise<void> {
  const url = new URL(benchUrl);
  const schema = decodeURIComponent(url.pathname.slice(1));
  url.pathname = '/';
  const connection = await mysql.createConnection(url.href);
  try {
    const [rows] = await connection.query<mysql.RowDataPacket[]>(
      'SELECT SCHEMA_NAME AS name FROM information_schema.SCHEMATA WHERE SCHEMA_NAME = ? OR SCHEMA_NAME LIKE ?',
      [schema, `${schema.replaceAll('_', '\\_')}\\_beside\\_%`],
    );
    for (const { name } of rows) await connection.query('DROP DATABASE ??', [name]);
  } finally {
    await connection.end();
  }
}
