/** An item's ledger as a CSV file, streamed in batches: a million entries are never in memory, nor in one query. */
import { stringify } from 'csv-stringify/sync';
import type { NextRequest } from 'next/server';
import { idOf, openAdmin } from '@/app/admin/access';
import { refusalOfHandler } from '@/app/sign-in/session';
import { findItem, levelsOfItem } from '@/db/queries/admin-items';
import { type LedgerRow, ledgerExport } from '@/db/queries/admin-ledger';
import { readLedgerFilter } from '../filter';

export const dynamic = 'force-dynamic';

const COLUMNS = ['time_utc', 'sku', 'location', 'reason', 'units', 'who', 'why', 'reference'];

interface Context {
  params: Promise<{ shop: string; itemId: string }>;
}

export async function GET(request: NextRequest, { params }: Context): Promise<Response> {
  const refusal = await refusalOfHandler();
  if (refusal) return refusal;
  const { shop: slug, itemId } = await params;
  const { shop, engine } = await openAdmin(slug);
  const { database } = engine;
  const id = idOf(itemId);
  const { filter, errors } = readLedgerFilter(shop.shopId, id, (name) =>
    (request.nextUrl.searchParams.get(name) ?? '').trim(),
  );
  const wrong = Object.entries(errors).map(([name, message]) => `${name}: ${message}`);
  if (wrong.length > 0) return new Response(`${wrong.join('\n')}\n`, { status: 400 });
  const { item, places } = await database.read('admin', async (builder) => ({
    item: await findItem(builder, shop.shopId, id),
    places: await levelsOfItem(builder, shop.shopId, id),
  }));
  if (!item) return new Response('This shop has no such item.\n', { status: 404 });
  const names = new Map(places.map((place) => [place.locationId, place.locationName]));
  const toRecord = (row: LedgerRow) => [
    row.createdAt.toISOString(),
    item.sku,
    names.get(row.locationId) ?? '',
    row.reason,
    row.delta,
    row.actor,
    row.note,
    row.referenceId,
  ];
  const batches = ledgerExport((work) => database.read('admin', work), filter);
  const encoder = new TextEncoder();
  const csv = new ReadableStream<Uint8Array>({
    start: (stream) => stream.enqueue(encoder.encode(`${COLUMNS.join(',')}\r\n`)),
    // Asked for the next batch only when the last one has left: a slow reader holds up nobody.
    pull: async (stream) => {
      const { value, done } = await batches.next();
      if (done) return stream.close();
      // A text that starts like a formula gets a quote in front: a spreadsheet would run it.
      const options = { record_delimiter: 'windows', escape_formulas: true } as const;
      stream.enqueue(encoder.encode(stringify(value.map(toRecord), options)));
    },
    cancel: async () => {
      await batches.return(undefined);
    },
  });
  const name = `ledger-${item.sku.replace(/[^\w-]+/g, '_')}.csv`;
  return new Response(csv, {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${name}"`,
      'cache-control': 'no-store',
    },
  });
}
