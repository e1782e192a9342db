/**
 * The reservation engine: how a shop sells its last unit exactly once.
 *
 * Promise: a unit is in exactly one place (unpooled, pool, hold or sold) at every commit; a buyer is refused only when
 * the units are really gone or held; nobody waits for a row that another checkout has locked. It leaves to others what
 * a cart, a payment or an order is, and which location serves whom. Every request names its shop, and no statement
 * reaches across shops.
 */
import type { Database } from '@/db/database';
import type { Transaction } from '@/db/transaction';
import { type AdjustRequest, adjust } from './adjust';
import { audit, auditLevels, type LevelAudit, writeCheckpoints } from './audit';
import { availability } from './availability';
import { type ClaimRequest, claim } from './claim';
import { Coalescer } from './coalesce';
import { EngineContext, type EngineOptions } from './context';
import { levelName } from './cursor';
import { expire } from './expire';
import { extend } from './extend';
import { type LandRequest, land } from './land';
import { fill, type PromiseRequest, promiseUnits } from './promise';
import { type ReceiveRequest, receive } from './receive';
import { release } from './release';
import { type ReplenishOptions, replenish, replenishLow } from './replenish';
import { reserve } from './reserve';
import type { HoldKey, LevelKey, ReserveRequest } from './results';
import { type ReturnRequest, returnSold } from './return-sold';
import { type ShipRequest, ship } from './ship';
import { tellEnds } from './tell-ends';
import { type TransferRequest, transfer } from './transfer';
import type { StockTruth } from './truth';

export type { AdjustRequest } from './adjust';
export type { AuditReport, LevelAudit } from './audit';
export type { Availability } from './availability';
export type { ClaimRequest } from './claim';
export type { CoalesceOptions } from './coalesce';
export type { EngineEvents, EngineOptions } from './context';
export type { LandLine, LandRequest } from './land';
export type { ReceiveRequest } from './receive';
export type { RefillWait, RefillWaits } from './refill-waits';
export type * from './results';
export type { ReturnRequest } from './return-sold';
export type { ShipRequest } from './ship';
export { engineStatements } from './statements';
export type { TransferRequest } from './transfer';
export type * from './truth';

export type Engine = ReturnType<typeof createEngine>;

/**
 * The engine's verbs on one schema. What is promised of each stands at its function. With a truth beside it, holds that end
 * and stock that changes are told to it; a shop that has left it behind pays nothing for that.
 */
export function createEngine(database: Database, options: EngineOptions = {}, truth?: StockTruth) {
  const engine = createAlone(database, options);
  return { ...engine, ...(truth && tellEnds(engine, truth)), truth };
}

export type LoneEngine = ReturnType<typeof createAlone>;

function createAlone(database: Database, options: EngineOptions) {
  const context = new EngineContext(database, options);
  const coalescer = options.coalesce && new Coalescer(context, options.coalesce);
  return {
    database,
    events: context.events,
    reserve: (request: ReserveRequest) => coalescer?.reserve(request) ?? reserve(context, request),
    claim: (request: ClaimRequest, alongside?: (tx: Transaction) => Promise<void>) =>
      claim(context, request, alongside),
    release: (hold: HoldKey) => release(context, hold),
    promise: (request: PromiseRequest) => promiseUnits(context, request),
    fill: (hold: HoldKey) => fill(context, hold),
    extend: (hold: HoldKey & { readonly extensionSeconds: number }) => extend(context, hold),
    expire: (shopId: number, limit?: number) => expire(context, shopId, limit),
    replenish: (level: LevelKey, options?: ReplenishOptions) => replenish(context, level, options),
    replenishLow: (shopId: number) => replenishLow(context, shopId),
    receive: (request: ReceiveRequest, alongside?: (tx: Transaction) => Promise<void>) =>
      receive(context, request, alongside),
    adjust: (request: AdjustRequest, alongside?: (tx: Transaction) => Promise<void>) =>
      adjust(context, request, alongside),
    transfer: (request: TransferRequest, alongside?: (tx: Transaction) => Promise<void>) =>
      transfer(context, request, alongside),
    ship: (request: ShipRequest, alongside?: (tx: Transaction) => Promise<void>) =>
      ship(context, request, alongside),
    land: (request: LandRequest, alongside?: (tx: Transaction) => Promise<void>) =>
      land(context, request, alongside),
    returnSold: (request: ReturnRequest) => returnSold(context, request),
    availability: (shopId: number, inventoryItemIds: readonly number[], tag?: string) =>
      availability(context, shopId, inventoryItemIds, tag),
    audit: (shopId: number, eachLevel?: (level: LevelAudit) => void) => audit(context, shopId, eachLevel),
    auditLevels: (shopId: number, inventoryItemId: number) => auditLevels(context, shopId, inventoryItemId),
    writeCheckpoints: (shopId: number) => writeCheckpoints(context, shopId),
    /** The checkouts of this process that wait for units of the level to be laid out. */
    waitingFor: (level: LevelKey) => context.waiting.of(levelName(level)),
    /** Resolves when no refill of this process is under way. */
    settled: () => context.refills.settled(),
  };
}
