/** `npm run panel-cost`: the same sale with and without the panel, in turn, and what came of it. */
import { writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { createDatabase } from '@/db/database';
import { command } from '@/db/launch/command-line';
import { bold, dim } from '@/db/launch/terminal';
import { migrate } from '@/db/migrate';
import { MOST_ROW_LOCKS } from '@/db/panel/row-locks';
import { readServerFacts } from '@/db/panel/server';
import { openServer } from '@/db/server';
import { openTestServer } from '@/db/server/test-server';
import { measurePanelCost } from './own-cost';
import type { PanelCostRecord } from './own-cost-record';

const usage = `npm run panel-cost [-- --pairs 12] [--locks 1000000] [--here] [--json] [--write]

Sells the same stock to the same buyers with and without the live panel, in turn, on a MySQL of its own.
  --pairs   pairs of sales, 1 to 50; default 12
  --locks   row locks that an idle session holds all the while, up to 1,000,000; default 0
  --here    on the server of this checkout instead; its oldest kept runs make room
  --json    print the figures as one JSON object and nothing else
  --write   keep them in docs/panel-cost.json, which the panel shows`;

await command(usage, async () => {
  const { values } = parseArgs({
    options: {
      pairs: { type: 'string', default: '12' },
      locks: { type: 'string', default: '0' },
      here: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
      write: { type: 'boolean', default: false },
    },
  });
  const pairs = Number(values.pairs);
  if (!Number.isInteger(pairs) || pairs < 1 || pairs > 50) {
    console.error('--pairs has to be a whole number from 1 to 50.');
    return 2;
  }
  const rowLocks = Number(values.locks);
  if (!Number.isInteger(rowLocks) || rowLocks < 0 || rowLocks > MOST_ROW_LOCKS) {
    console.error(`--locks has to be a whole number from 0 to ${MOST_ROW_LOCKS}.`);
    return 2;
  }
  const server = values.here ? await openServer() : await openTestServer('safe');
  const url = new URL(server.url);
  if (!values.here) url.pathname = '/lastunit_panel_cost';
  try {
    await migrate(url.href);
    const main = createDatabase({ url: url.href, connectionLimit: 4 });
    try {
      const report = (line: string) => values.json || console.error(dim(`  ${line}`));
      const { version } = await main.session('panel', readServerFacts);
      const cost = await measurePanelCost(main, { pairs, rowLocks, report });
      const record: PanelCostRecord = {
        ...cost,
        measuredAt: new Date().toISOString(),
        machine: `${cpus().length} × ${cpus()[0]?.model.trim() ?? 'unknown'}`,
        mysql: version,
        node: process.version,
        command: `npm run panel-cost -- --pairs ${pairs}${rowLocks > 0 ? ` --locks ${rowLocks}` : ''}`,
      };
      if (values.write) await writeFile('docs/panel-cost.json', `${JSON.stringify(record, null, 2)}\n`);
      if (values.json) console.log(JSON.stringify(record, null, 2));
      else print(record);
      return 0;
    } finally {
      await main.close();
    }
  } finally {
    await server.stop();
  }
});

function print(record: PanelCostRecord): void {
  const { panelOnVsOff, ratios, ordersPerSecond, p95OnVsOff, answerP95Ms, readingShare } = record;
  const percent = (share: number) => `${(share * 100).toFixed(1)} %`;
  console.log(`  ${bold(percent(panelOnVsOff))} of the throughput is left with the panel open`);
  console.log(
    `  ${Math.round(ordersPerSecond.on)} orders/s with it, ${Math.round(ordersPerSecond.off)} without; pairs ${ratios.map(percent).join(', ')}`,
  );
  if (p95OnVsOff && answerP95Ms) {
    const { on, off } = answerP95Ms;
    console.log(
      `  p95 of a checkout's answer ${on.toFixed(1)} ms with it, ${off.toFixed(1)} without: ${percent(p95OnVsOff)}`,
    );
  }
  console.log(`  its readings took ${percent(readingShare)} of the time`);
}
