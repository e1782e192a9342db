/** Locations: where stock is and to whom it ships. One with stock, holds or goods on the way can only be draining. */
import { and, eq, max, sql } from 'drizzle-orm';
import type { MySql2Database } from 'drizzle-orm/mysql2';
import type { Database } from '@/db/database';
import { locationRegions, locations } from '@/db/schema';
import { type EditResult, inTransaction, type Stale, staleness } from './edit';
import { type Contents, contentsOf } from './location-contents';
import { type Author, differences, recordChange } from './record-change';
import type { Refused } from './refusal';
import { lockCatalogue } from './variants';

export interface LocationFields {
  readonly name: string;
  readonly countryCode: string;
  /** Regions it ships to; lower priorities ship first. */
  readonly regions: readonly { readonly regionCode: string; readonly priority: number }[];
}

export interface LocationKey {
  readonly locationId: number;
  readonly version: number;
}

export function createLocation(
  database: Database,
  author: Author,
  fields: LocationFields,
): Promise<
  { readonly outcome: 'done'; readonly locationId: number } | Refused<'name_taken' | 'sku_taken' | 'busy'>
> {
  return inTransaction(database, async (builder) => {
    const { shopId } = author;
    const { name, countryCode, regions } = fields;
    await lockCatalogue(builder, shopId);
    const [last] = await builder
      .select({ id: max(locations.locationId) })
      .from(locations)
      .where(eq(locations.shopId, shopId));
    const locationId = (last?.id ?? 0) + 1;
    await builder.insert(locations).values({ shopId, locationId, name, countryCode });
    await writeRegions(builder, shopId, locationId, regions);
    await recordChange(builder, author, {
      subject: 'location',
      subjectId: locationId,
      subjectName: name,
      action: 'created',
      changes: [{ field: 'regions', from: null, to: regionsText(regions) }],
    });
    return { outcome: 'done' as const, locationId };
  });
}

/** Changes a location that is still as it was seen. Units that were promised stay where they are. */
export function editLocation(
  database: Database,
  author: Author,
  { locationId, version }: LocationKey,
  fields: LocationFields,
): Promise<EditResult> {
  return inTransaction(database, async (builder) => {
    const { shopId } = author;
    const before = await lockLocation(builder, shopId, locationId);
    const stale = await staleness(builder, author, 'location', locationId, version, before?.version);
    if (stale || !before) return stale ?? { outcome: 'unchanged' };
    const regions = await builder
      .select({ regionCode: locationRegions.regionCode, priority: locationRegions.priority })
      .from(locationRegions)
      .where(and(eq(locationRegions.shopId, shopId), eq(locationRegions.locationId, locationId)));
    const { name, countryCode } = fields;
    const changes = differences(
      { name: before.name, countryCode: before.countryCode, regions: regionsText(regions) },
      { name, countryCode, regions: regionsText(fields.regions) },
    );
    if (changes.length === 0) return { outcome: 'unchanged' };
    await builder
      .update(locations)
      .set({ name, countryCode, version: sql`version + 1` })
      .where(and(eq(locations.shopId, shopId), eq(locations.locationId, locationId)));
    await builder
      .delete(locationRegions)
      .where(and(eq(locationRegions.shopId, shopId), eq(locationRegions.locationId, locationId)));
    await writeRegions(builder, shopId, locationId, fields.regions);
    await recordChange(builder, author, {
      subject: 'location',
      subjectId: locationId,
      subjectName: before.name,
      action: 'edited',
      changes,
    });
    return { outcome: 'done' };
  });
}

export type LocationStatus = 'active' | 'draining' | 'inactive';
export type StatusResult =
  | { readonly outcome: 'done' | 'unchanged' }
  | Stale
  | ({ readonly outcome: 'not_empty' } & Contents)
  | Refused<'not_found' | 'busy' | 'name_taken' | 'sku_taken'>;

/**
 * Opens, drains or closes a location. Draining: routing offers it to no new checkout, and its holds finish as they would
 * have. Closing one that is not empty is refused with the figures.
 *
 * Locks: the location's row: whoever brings in stock shares it, so that none arrives between the check and the closing.
 */
export function setLocationStatus(
  database: Database,
  author: Author,
  { locationId, version }: LocationKey,
  status: LocationStatus,
): Promise<StatusResult> {
  return inTransaction<StatusResult, 'not_found'>(database, async (builder) => {
    const { shopId } = author;
    const before = await lockLocation(builder, shopId, locationId);
    const stale = await staleness(builder, author, 'location', locationId, version, before?.version);
    if (stale || !before) return stale ?? { outcome: 'unchanged' };
    if (before.status === status) return { outcome: 'unchanged' };
    if (status === 'inactive') {
      const contents = await contentsOf(builder, shopId, locationId);
      if (contents.onHand + contents.onTheWay + contents.planned > 0)
        return { outcome: 'not_empty', ...contents };
    }
    await builder
      .update(locations)
      .set({ status, version: sql`version + 1` })
      .where(and(eq(locations.shopId, shopId), eq(locations.locationId, locationId)));
    await recordChange(builder, author, {
      subject: 'location',
      subjectId: locationId,
      subjectName: before.name,
      action: `set to ${status}`,
      changes: [{ field: 'status', from: before.status, to: status }],
    });
    return { outcome: 'done' };
  });
}

async function lockLocation(builder: MySql2Database, shopId: number, locationId: number) {
  const [location] = await builder
    .select({
      name: locations.name,
      countryCode: locations.countryCode,
      status: locations.status,
      version: locations.version,
    })
    .from(locations)
    .where(and(eq(locations.shopId, shopId), eq(locations.locationId, locationId)))
    .for('update');
  return location;
}

async function writeRegions(
  builder: MySql2Database,
  shopId: number,
  locationId: number,
  regions: LocationFields['regions'],
): Promise<void> {
  if (regions.length === 0) return;
  await builder
    .insert(locationRegions)
    .values(regions.map(({ regionCode, priority }) => ({ shopId, locationId, regionCode, priority })));
}

const regionsText = (regions: LocationFields['regions']) =>
  [...regions]
    .sort((a, b) => (a.regionCode < b.regionCode ? -1 : 1))
    .map(({ regionCode, priority }) => `${regionCode} (${priority})`)
    .join(', ');
