import { call } from '@/db/statement';
import type { EngineContext } from './context';
import type { LevelKey } from './results';
import { auditItem } from './sql/audit-item';
import { listItems } from './sql/list-items';
import { writeCheckpoint } from './sql/write-checkpoint';

/** The terms of one level at one moment, and what is wrong with them. */
export interface LevelAudit extends LevelKey {
  readonly ledger: number;
  readonly unpooled: number;
  readonly pooled: number;
  readonly reserved: number;
  /** One sentence per broken rule; empty when the level is sound. */
  readonly problems: readonly string[];
}

export interface AuditReport {
  readonly ok: boolean;
  readonly levels: number;
  readonly broken: readonly LevelAudit[];
}

/**
 * Proves for every level of a shop that ledger = unpooled + pool + reserved, that no unit is in two places, and that
 * no unit is kept by nobody. One statement per item, so that each item's terms belong to one moment and no long
 * snapshot stays open. `eachLevel` sees every level as it is read.
 */
export async function audit(
  engine: EngineContext,
  shopId: number,
  eachLevel: (level: LevelAudit) => void = () => {},
): Promise<AuditReport> {
  const broken: LevelAudit[] = [];
  let levels = 0;
  for await (const inventoryItemId of itemsOf(engine, shopId)) {
    for (const level of await auditLevels(engine, shopId, inventoryItemId)) {
      levels += 1;
      eachLevel(level);
      if (level.problems.length > 0) broken.push(level);
    }
  }
  return { ok: broken.length === 0, levels, broken };
}

/** All levels of one item, read in one statement. */
export async function auditLevels(
  engine: EngineContext,
  shopId: number,
  inventoryItemId: number,
): Promise<LevelAudit[]> {
  const [result] = await engine.database.session('audit', (session) =>
    session.send(call(auditItem, { shopId, inventoryItemId })),
  );
  return (result?.rows ?? []).map((row) => ({
    shopId,
    inventoryItemId,
    inventoryGroupId: row.inventoryGroupId,
    ledger: row.ledger,
    unpooled: row.unpooled,
    pooled: row.pooled,
    reserved: row.reserved,
    problems: problemsOf(row),
  }));
}

/** Adds up the ledger of every item until an hour ago, so that later audits read only what came since. */
export async function writeCheckpoints(engine: EngineContext, shopId: number): Promise<void> {
  for await (const inventoryItemId of itemsOf(engine, shopId)) {
    await engine.database.session('audit', (session) =>
      session.send(call(writeCheckpoint, { shopId, inventoryItemId })),
    );
  }
}

async function* itemsOf(engine: EngineContext, shopId: number): AsyncGenerator<number> {
  for (let afterItemId = -1; ; ) {
    const [page] = await engine.database.session('audit', (session) =>
      session.send(call(listItems, { shopId, afterItemId, pageSize: 500 })),
    );
    const ids = (page?.rows ?? []).map((row): number => row.inventoryItemId);
    yield* ids;
    const last = ids.at(-1);
    if (last === undefined) return;
    afterItemId = last;
  }
}

function problemsOf(row: Record<string, number>): string[] {
  const n = (name: string): number => row[name] ?? 0;
  const kept = n('unpooled') + n('pooled') + n('reserved');
  const rules: [boolean, string][] = [
    [n('ledger') !== kept, `the ledger has ${n('ledger')} units, unpooled + pool + reserved are ${kept}`],
    [
      n('soldInLedger') !== n('soldUnits'),
      `the ledger sold ${n('soldInLedger')}, ${n('soldUnits')} units are sold`,
    ],
    [n('pooledAndReserved') > 0, `${n('pooledAndReserved')} units are in the pool and in a hold`],
    [n('pooledAndSold') > 0, `${n('pooledAndSold')} units are in the pool and sold`],
    [n('reservedAndSold') > 0, `${n('reservedAndSold')} units are in a hold and sold`],
    [n('reservedTwice') > 0, `${n('reservedTwice')} units are in two holds`],
    [n('beyondSequence') > 0, `${n('beyondSequence')} units have an id that the level has not given out`],
    [n('withoutHold') > 0, `${n('withoutHold')} units are kept by a hold that has ended or doesn't exist`],
  ];
  return rules.filter(([isBroken]) => isBroken).map(([, sentence]) => sentence);
}
