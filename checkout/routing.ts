/** What routing starts from: the shop's locations as a region sees them, and what each level could give. */
import { call } from '@/db/statement';
import type { Engine } from '@/engine/index';
import type { Capacity, RoutingLocation } from './plan-shipments';
import { readHeldLines, readRouting } from './sql/routing';

/** What a level has, from the point of view of one buyer: units of the hold that would be replaced count as free. */
export interface LevelStock extends Capacity {
  readonly held: number;
}

export interface HeldLine {
  readonly inventoryItemId: number;
  readonly inventoryGroupId: number;
  readonly locationId: number;
  readonly locationName: string;
  readonly quantity: number;
}

export interface RoutingRequest {
  readonly shopId: number;
  readonly regionCode: string;
  readonly inventoryItemIds: readonly number[];
  /** Hold of this buyer whose units may be used again. */
  readonly ownReservationId?: string | null;
}

export interface Routing {
  readonly locations: RoutingLocation[];
  readonly stock: LevelStock[];
}

/** Locations and stock for a plan; reads without locking, so that only the reserve itself decides. */
export async function readRoutingOf(engine: Engine, request: RoutingRequest): Promise<Routing> {
  const { shopId, regionCode, inventoryItemIds, ownReservationId } = request;
  const [[locations, held], levels] = await Promise.all([
    engine.database.session('routing', (session) =>
      session.send(
        call(readRouting, { shopId, regionCode }),
        call(readHeldLines, { shopId, reservationId: ownReservationId ?? null }),
      ),
    ),
    engine.availability(shopId, inventoryItemIds, 'routing'),
  ]);
  const own = new Map<string, number>();
  for (const line of (held?.rows ?? []) as HeldLine[]) {
    own.set(`${line.inventoryItemId}:${line.inventoryGroupId}`, line.quantity);
  }
  return {
    locations: (locations?.rows ?? []) as RoutingLocation[],
    stock: levels.map(({ inventoryItemId, inventoryGroupId, locationId, available, held }) => {
      const mine = Math.min(held, own.get(`${inventoryItemId}:${inventoryGroupId}`) ?? 0);
      return {
        inventoryItemId,
        inventoryGroupId,
        locationId,
        available: available + mine,
        held: held - mine,
      };
    }),
  };
}

/** The units of a live hold by level and location; none when it has ended. */
export async function readHeld(engine: Engine, shopId: number, reservationId: string): Promise<HeldLine[]> {
  const [held] = await engine.database.session('routing', (session) =>
    session.send(call(readHeldLines, { shopId, reservationId })),
  );
  return (held?.rows ?? []) as HeldLine[];
}
