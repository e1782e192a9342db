/** What a run keeps of the statements of its holds, when it is asked to. */
import { v7 as uuidv7 } from 'uuid';
import { describe, expect, it } from 'vitest';
import { createDatabase } from '@/db/database';
import { readRecordedCount, readRecordedPackets } from '@/db/panel/recorded-packets';
import { runUrl } from '@/simulator/run-schemas';
import { StatementRecorder } from '@/simulator/statement-recorder';
import type { HoldRequest, OpenStrategy } from '@/simulator/strategies/strategy';
import { openTestShop } from '@/tests/support/database';
import { BERLIN, ITEM, makeLevel, makeRequest } from '@/tests/support/factories';
import { stageSales } from './sale-stage';

const sales = stageSales();

/** The packets of each hold of a run that became an order. */
async function packetsOfOrders(runId: number) {
  const orders = await sales.look(
    runId,
    `SELECT BIN_TO_UUID(reservation_id) AS id FROM simulation_attempts WHERE outcome = 'claimed'`,
  );
  const run = createDatabase({ url: runUrl(sales.url, runId), connectionLimit: 1 });
  try {
    return await run.session('test', async (session) => {
      const holds = [];
      for (const { id } of orders) holds.push({ id, packets: await readRecordedPackets(session, id) });
      return holds;
    });
  } finally {
    await run.close();
  }
}

describe('a run that records its statements', () => {
  it('keeps what each order sent from reserve to claim, with connection, tag, start and duration', async () => {
    const [report] = await sales.sell({ recordStatements: 'on' });
    const holds = await packetsOfOrders(report?.runId ?? 0);
    expect(holds).toHaveLength(20);
    for (const { id, packets } of holds) {
      const names = packets.flatMap(({ statements }) => statements.map(({ name }) => name));
      expect(names).toEqual(
        expect.arrayContaining([
          'transaction.begin',
          'reserve.open_reservation',
          'reserve.lock_units',
          'reserve.hold_unit',
          'transaction.commit',
          'claim.claim_reservation',
        ]),
      );
      expect(names.indexOf('reserve.open_reservation')).toBeLessThan(
        names.indexOf('claim.claim_reservation'),
      );
      for (const packet of packets) {
        expect(packet).toMatchObject({ tag: 'checkout', error: null });
        expect(packet.connectionId).toBeGreaterThan(0);
        expect(packet.durationMs).toBeGreaterThan(0);
        expect(Date.parse(packet.at)).toBeGreaterThan(0);
      }
      const text = packets.flatMap(({ statements }) => statements.map((one) => one.text)).join('\n');
      expect(text).toContain('/* conn_tag:checkout stmt:reserve.open_reservation */');
      expect(text).toContain(id);
      expect(text).not.toMatch(/:(shopId|reservationId|unitId)\b/);
    }
    const [texts] = await sales.look(
      report?.runId ?? 0,
      'SELECT COUNT(*) AS kept, COUNT(DISTINCT `sql`) AS different FROM simulation_texts',
    );
    expect(texts?.kept).toBe(texts?.different);
    expect(texts?.kept).toBeLessThan(40);
  });

  it('gives a packet that serves several checkouts to each of them', async () => {
    const [report] = await sales.sell({ strategies: ['coalesced'], recordStatements: 'on' });
    const holds = await packetsOfOrders(report?.runId ?? 0);
    expect(holds).toHaveLength(20);
    for (const { packets } of holds) {
      const names = packets.flatMap(({ statements }) => statements.map(({ name }) => name));
      expect(names).toContain('transaction.commit');
      expect(names.some((name) => /^(reserve|coalesce)\.open_reservations?$/.test(name))).toBe(true);
    }
  });

  it('keeps those of a counter, which names no hold in its first packet', async () => {
    const [report] = await sales.sell({ strategies: ['counter-for-update'], recordStatements: 'on' });
    for (const { packets } of await packetsOfOrders(report?.runId ?? 0)) {
      expect(packets[0]?.statements.map(({ name }) => name)).toContain('transaction.begin');
    }
  });

  it('keeps nothing when it is not asked to', async () => {
    const [report] = await sales.sell({});
    const [row] = await sales.look(
      report?.runId ?? 0,
      `SELECT (SELECT COUNT(*) FROM simulation_packets) AS packets,
              (SELECT COUNT(*) FROM simulation_packet_holds) AS holds,
              (SELECT COUNT(*) FROM simulation_texts) AS texts`,
    );
    expect(row).toEqual({ packets: 0, holds: 0, texts: 0 });
  });
});

describe('the recorder', () => {
  const shop = openTestShop();

  it('keeps the first packets and no more, and none of what is sent for no hold', async () => {
    await makeLevel(shop.engine, { units: 20 });
    const recorder = new StatementRecorder(shop.database, 5);
    const followed = recorder.follow({
      reserve: (request: HoldRequest) => shop.engine.reserve({ ...request, holdSeconds: 60 }),
    } as unknown as OpenStrategy);
    const stop = shop.database.observe((event) => recorder.note(event));
    const requests = Array.from({ length: 4 }, () => makeRequest());
    for (const request of requests) await followed.reserve(request);
    // Nobody has announced this one.
    await shop.engine.reserve(makeRequest({ reservationId: uuidv7() }));
    stop();
    await recorder.flush();
    await shop.database.session('test', async (session) => {
      expect(await readRecordedCount(session)).toBe(5);
      const counts = [];
      for (const { reservationId } of requests) {
        counts.push((await readRecordedPackets(session, reservationId)).length);
      }
      expect(counts).toEqual([2, 2, 1, 0]);
    });
    for (const { reservationId } of requests) await shop.engine.release({ shopId: 1, reservationId });
  });

  it('tells a statement that failed', async () => {
    await makeLevel(shop.engine, { units: 2 });
    const recorder = new StatementRecorder(shop.database);
    const { reservationId, checkoutId } = makeRequest();
    const failing = {
      name: 'test.fail',
      purpose: 'Names a hold and fails.',
      sql: `SELECT UUID_TO_BIN(:reservationId) FROM no_such_table WHERE ${ITEM} = ${BERLIN}`,
    };
    const open = recorder.follow({
      reserve: (request: HoldRequest) =>
        shop.database.session('checkout', (session) =>
          session.send({ statement: failing, values: { reservationId: request.reservationId } }),
        ),
    } as unknown as OpenStrategy);
    const stop = shop.database.observe((event) => recorder.note(event));
    await expect(open.reserve({ shopId: 1, reservationId, checkoutId, lines: [] })).rejects.toThrow();
    stop();
    await recorder.flush();
    const [packet] = await shop.database.session('test', (session) =>
      readRecordedPackets(session, reservationId),
    );
    expect(packet?.error).toContain('no_such_table');
  });
});
