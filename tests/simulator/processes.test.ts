/** The process of a sale: killed, stopped, left alone, and two at once. */
import { spawn } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import type { FromWorker } from '@/simulator/messages';
import { type SaleProcess, startSaleProcess } from '@/simulator/processes';
import { readFindings, readNewestRuns, readRun, requestStop } from '@/simulator/run-records';
import { isSaleUnderWay } from '@/simulator/sale-lock';
import { isOver } from '@/simulator/states';
import { stageSales } from './sale-stage';

const sales = stageSales();
const LONG = { stock: 500, buyers: 2_000, arrival: 'steady', arrivalSeconds: 120, paymentMs: 20_000 };

function start(runId: number | 'recover'): {
  process: SaleProcess;
  selling: Promise<void>;
  heard: FromWorker[];
} {
  const heard: FromWorker[] = [];
  let isSelling: () => void = () => undefined;
  const selling = new Promise<void>((resolve) => {
    isSelling = resolve;
  });
  const process = startSaleProcess(runId, {
    databaseUrl: sales.url,
    onMessage: (message) => {
      heard.push(message);
      if (message.kind === 'frame' && message.frame.figures.held > 0) isSelling();
    },
  });
  return { process, selling, heard };
}

/** Asks again and again until there is an answer. */
async function until<T>(ask: () => Promise<T | undefined>): Promise<T> {
  for (;;) {
    const answer = await ask();
    if (answer !== undefined) return answer;
  }
}

describe('the process of a sale', () => {
  it.each(['after-payment-before-claim', 'between-two-writes', 'mid-refill'] as const)(
    'killed at %s leaves nothing that the next one does not put right',
    async (crashPoint) => {
      const [runId = 0] = await sales.record({
        crashPoint,
        stock: 200,
        poolCap: 20,
        buyers: 400,
        arrivalSeconds: 2,
      });
      const { process } = start(runId);
      expect(await process.ended).toMatchObject({ isKilled: true });
      expect((await readRun(sales.main, runId))?.state).toBe('selling');

      expect(await start('recover').process.ended).toMatchObject({ code: 0 });
      const run = await readRun(sales.main, runId);
      expect(run).toMatchObject({
        state: 'interrupted',
        report: { leaked: 0, oversold: 0, audit: { ok: true, problems: [] } },
      });
      expect(run?.note).toContain(crashPoint);
      await sales.expectReleased(runId);
    },
  );

  it('A29: killed after a payment, names the buyer who has paid and has no order', async () => {
    const [runId = 0] = await sales.record({ crashPoint: 'after-payment-before-claim' });
    await start(runId).process.ended;
    await start('recover').process.ended;
    const found = await readFindings(sales.main, runId);
    const unpaid = found.filter(({ kind }) => kind === 'paid_without_order');
    expect(unpaid.length).toBeGreaterThan(0);
    expect((await readRun(sales.main, runId))?.report?.paidWithoutOrder).toBe(unpaid.length);
    expect(unpaid[0]?.detail).toMatchObject({ buyer: expect.any(Number), amountMinor: 8_900 });
  });

  it('killed between two writes of a counter leaks no unit: InnoDB rolls back', async () => {
    const [runId = 0] = await sales.record({
      strategies: ['counter-update'],
      crashPoint: 'between-two-writes',
    });
    expect(await start(runId).process.ended).toMatchObject({ isKilled: true });
    await start('recover').process.ended;
    expect((await readRun(sales.main, runId))?.report).toMatchObject({ leaked: 0, audit: { ok: true } });
  });

  it('stops on request from another process, with everything released', async () => {
    const [runId = 0] = await sales.record(LONG);
    const { process, selling } = start(runId);
    await selling;
    await requestStop(sales.main, runId);
    expect(await process.ended).toMatchObject({ code: 0 });
    expect((await readRun(sales.main, runId))?.state).toBe('stopped');
    await sales.expectReleased(runId);
  });

  it('ends as interrupted when the process that started it is killed, with nothing held and nobody connected', async () => {
    const given = ['--stock', '500', '--buyers', '2000', '--arrival', 'steady', '--arrival-seconds', '120'];
    const parent = spawn(
      process.execPath,
      ['db/launch/run.mjs', 'simulator/cli.ts', '--strategy', 'unit-pool', ...given, '--payment-ms', '20000'],
      { env: { ...process.env, DATABASE_URL: sales.url }, stdio: 'ignore' },
    );
    const runId = await until(async () => {
      const [newest] = await readNewestRuns(sales.main, 1);
      return newest?.state === 'selling' && newest.frame?.figures.held ? newest.runId : undefined;
    });
    sales.made(runId);
    parent.kill('SIGKILL');
    const state = await until(async () => {
      const run = await readRun(sales.main, runId);
      return run && isOver(run.state) ? run.state : undefined;
    });
    expect(state).toBe('interrupted');
    await sales.expectReleased(runId);
    await until(async () => ((await isSaleUnderWay(sales.main)) ? undefined : true));
    await until(async () => ((await sales.connectedTo(runId)) === 0 ? true : undefined));
  });

  it('waits for a sale that goes on, and says so', async () => {
    const [first = 0] = await sales.record(LONG);
    const [second = 0] = await sales.record({});
    const one = start(first);
    await one.selling;
    expect(await isSaleUnderWay(sales.main)).toBe(true);
    const other = start(second);
    await new Promise<void>((resolve) => {
      const look = setInterval(() => {
        if (!other.heard.some(({ kind }) => kind === 'waiting')) return;
        clearInterval(look);
        resolve();
      }, 10);
    });
    one.process.stop();
    expect(await one.process.ended).toMatchObject({ code: 0 });
    expect(await other.process.ended).toMatchObject({ code: 0 });
    expect((await readRun(sales.main, first))?.state).toBe('stopped');
    expect((await readRun(sales.main, second))?.state).toBe('finished');
    expect(await isSaleUnderWay(sales.main)).toBe(false);
  });
});
