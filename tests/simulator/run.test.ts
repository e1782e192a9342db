import { describe, expect, it } from 'vitest';
import { buyersOf } from '@/simulator/buyers';
import { runsOf } from '@/simulator/inputs';
import { readFindings, readRun, readSale, readSamples } from '@/simulator/run-records';
import { executeSale } from '@/simulator/sale';
import { inputsOf, stageSales } from './sale-stage';

const sales = stageSales();

describe('a run', () => {
  it('A4: sells exactly the stock with the unit pool, and its books agree', async () => {
    const [report] = await sales.sell({});
    expect(report).toMatchObject({
      verdict: 'exact',
      sold: 20,
      orders: 20,
      oversold: 0,
      undersold: 0,
      leaked: 0,
      audit: { ok: true, problems: [] },
    });
    const { soldOut, allHeld, busy } = report?.refused ?? { soldOut: 0, allHeld: 0, busy: 0 };
    expect(soldOut + allHeld + busy).toBe(40);
    expect(report?.falselyRefused).toEqual({ soldOut: 0, allHeld: 0, busy: 0 });
    expect(report?.fairness?.placesBack.max).toBeLessThan(20);
    await sales.expectReleased(report?.runId ?? 0);
  });

  it('oversells by reading and then writing, and names the orders that share a unit', async () => {
    const [report] = await sales.sell({ strategies: ['read-then-write'], buyers: 100 });
    expect(report).toMatchObject({ verdict: 'oversold', audit: { ok: true } });
    expect(report?.sold).toBe(20 + (report?.oversold ?? 0));
    expect(report?.bill.ordersToCancel).toBe(report?.oversold);
    const findings = await readFindings(sales.main, report?.runId ?? 0);
    const [shared] = findings.filter(({ kind }) => kind === 'shared_unit');
    const { orders = [] } = (shared?.detail ?? {}) as { orders?: { sawQuantity: number; buyer: number }[] };
    expect(orders.length).toBeGreaterThan(1);
    expect(new Set(orders.map(({ sawQuantity }) => sawQuantity)).size).toBe(1);
    expect(new Set(orders.map(({ buyer }) => buyer)).size).toBe(orders.length);
  });

  it('runs strategies side by side with the same buyers, one after the other', async () => {
    const reports = await sales.sell({ strategies: ['counter-update', 'unit-pool'], declineShare: 20 });
    expect(reports.map(({ strategy, verdict }) => [strategy, verdict])).toEqual([
      ['counter-update', 'exact'],
      ['unit-pool', 'exact'],
    ]);
    const [first, second] = await readSale(sales.main, reports[1]?.runId ?? 0);
    expect(first?.finishedAt?.getTime()).toBeLessThanOrEqual(second?.startedAt?.getTime() ?? 0);
    const wanted = async (runId = 0) =>
      sales.look(
        runId,
        'SELECT buyer, `lines`, units_wanted, would_pay, arrived_us FROM simulation_attempts ORDER BY buyer',
      );
    expect(await wanted(first?.runId)).toEqual(await wanted(second?.runId));
  });

  it('gives back what buyers walked away from, and never counts it as undersold', async () => {
    const [report] = await sales.sell({ abandonShare: 50, timeOutShare: 10, holdSeconds: 1, buyers: 40 });
    expect(report).toMatchObject({ verdict: 'exact', leaked: 0, undersold: 0, audit: { ok: true } });
    expect(report?.expired).toBeGreaterThan(0);
    await sales.expectReleased(report?.runId ?? 0);
  });

  it('refills a small pool until the ledger is empty', async () => {
    const [report] = await sales.sell({ stock: 200, poolCap: 20, buyers: 260 });
    expect(report).toMatchObject({ verdict: 'exact', sold: 200 });
    expect(report?.refills).toBeGreaterThan(5);
    expect(report?.falselyRefused).toEqual({ soldOut: 0, allHeld: 0, busy: 0 });
  });

  it('serves carts of several lines from several locations', async () => {
    const [report] = await sales.sell({
      stock: 60,
      items: 4,
      locations: 2,
      spread: 'uneven',
      linesPerCart: 3,
      unitsPerLine: 2,
      buyers: 80,
    });
    expect(report).toMatchObject({ verdict: 'exact', audit: { ok: true }, failed: 0 });
  });

  it('keeps a time series whose last figures are those of the verdict', async () => {
    const [report] = await sales.sell({});
    const samples = await readSamples(sales.main, report?.runId ?? 0);
    const last = samples.at(-1);
    expect(last).toMatchObject({ sold: 20, held: 0, free: 0 });
    expect(last?.buyers).toMatchObject({ coming: 0, waiting: 0, reserving: 0, paying: 0, bought: 20 });
    expect(samples.map(({ atMs }) => atMs)).toEqual(samples.map(({ atMs }) => atMs).sort((a, b) => a - b));
  });

  it('F1: counts latency from the intended arrival, whenever the turn came', async () => {
    const given = {
      strategies: ['counter-update'],
      stock: 40,
      buyers: 40,
      arrivalSeconds: 0.4,
      connections: 4,
    };
    const [inputs] = runsOf(inputsOf(given));
    if (!inputs) throw new Error('no inputs');
    const [report] = await sales.sell(given);
    const rows = await sales.look(
      report?.runId ?? 0,
      'SELECT buyer, arrived_us AS arrivedUs, started_us AS startedUs, answered_us AS answeredUs FROM simulation_attempts ORDER BY buyer',
    );
    const schedule = buyersOf(inputs).map(({ arrivesAtMs }) => Math.round(arrivesAtMs * 1000));
    // Who comes within the next millisecond comes now: timers don't go below one.
    // What counts is when a buyer meant to come, not when the simulator got round to them.
    expect(rows.map(({ arrivedUs }) => arrivedUs)).toEqual(schedule);
    expect(
      rows.every((row) => row.startedUs >= row.arrivedUs - 1_000 && row.answeredUs >= row.startedUs),
    ).toBe(true);
    expect(report?.latencyMs.max).toBeGreaterThanOrEqual(report?.serviceMs.p50 ?? 0);
  });
});

describe('ending a run early', () => {
  it('F4: stops, releases everything and says so', async () => {
    const stopping = new AbortController();
    const [runId = 0] = await sales.record({
      stock: 400,
      buyers: 2_000,
      arrival: 'steady',
      arrivalSeconds: 60,
      paymentMs: 30_000,
    });
    await executeSale({
      main: sales.main,
      firstRunId: runId,
      signal: stopping.signal,
      onFrame: ({ figures }) => {
        if (figures.held > 0) stopping.abort('stopped');
      },
    });
    const run = await readRun(sales.main, runId);
    expect(run).toMatchObject({ state: 'stopped', report: { verdict: 'exact', leaked: 0, sold: 0 } });
    await sales.expectReleased(runId);
  });

  it('F4: more buyers than can be served leave the line when their patience ends, are counted, and leave nothing held', async () => {
    const [report] = await sales.sell({
      stock: 400,
      buyers: 400,
      connections: 2,
      roundTripDelayMs: 20,
      patienceSeconds: 1,
      paymentMs: 0,
    });
    const busy = report?.refused.busy ?? 0;
    expect(report?.lostPatience).toBe(busy);
    expect(busy).toBeGreaterThan(0);
    expect(report?.longestLine).toBeGreaterThan(0);
    // The units were there: being too slow counts as much against a shop as saying "sold out" would.
    expect(report?.falselyRefused.busy).toBe(busy);
    expect(report).toMatchObject({ verdict: 'undersold', undersold: busy, leaked: 0, audit: { ok: true } });
    await sales.expectReleased(report?.runId ?? 0);
  });

  it('is carried out without reporting, by the same evidence', async () => {
    const [report] = await sales.sell({ reporting: 'off' });
    expect(report).toMatchObject({ verdict: 'exact', sold: 20, audit: { ok: true } });
    expect(await readSamples(sales.main, report?.runId ?? 0)).toHaveLength(1);
    expect(report?.client?.cpuMs).toBeGreaterThan(0);
  });

  it('does not begin the runs behind one that was stopped', async () => {
    const [first = 0, second = 0] = await sales.record({
      strategies: ['counter-update', 'unit-pool'],
      arrival: 'steady',
      arrivalSeconds: 60,
    });
    const stopping = new AbortController();
    await executeSale({
      main: sales.main,
      firstRunId: first,
      signal: stopping.signal,
      onFrame: () => stopping.abort('stopped'),
    });
    expect((await readRun(sales.main, first))?.state).toBe('stopped');
    expect(await readRun(sales.main, second)).toMatchObject({ state: 'stopped', report: null });
  });
});
