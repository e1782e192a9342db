/** The whole ledger of an item, newest first, by location, reason, days and reference; the same view as a CSV file. */
import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { idOf, openAdmin } from '@/app/admin/access';
import { LedgerTable, toLedgerRows } from '@/components/admin/ledger-table';
import { pagesOf, readListView, type SearchParams } from '@/components/admin/list-view';
import { PageHeading } from '@/components/admin/page-heading';
import { Pager } from '@/components/admin/pager';
import { Button, ButtonLink, buttonClass } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { SelectField, TextField } from '@/components/ui/field';
import { findItem, levelsOfItem } from '@/db/queries/admin-items';
import { ledgerPage, ledgerReasons } from '@/db/queries/admin-ledger';
import { readLedgerFilter } from './filter';

export const metadata: Metadata = { title: 'Ledger' };
const PAGE_SIZE = 50;
const FILTERS = ['location', 'reason', 'from', 'to', 'reference'] as const;

interface PageProps {
  params: Promise<{ shop: string; itemId: string }>;
  searchParams: Promise<SearchParams>;
}

export default async function LedgerPage({ params, searchParams }: PageProps) {
  const { shop: slug, itemId } = await params;
  const { shop, engine } = await openAdmin(slug);
  const id = idOf(itemId);
  const itemPath = `/admin/${slug}/inventory/${id}`;
  const view = readListView(await searchParams, {
    path: `${itemPath}/ledger`,
    sorts: ['time'],
    defaultSort: 'time',
    defaultDirection: 'descending',
    filters: FILTERS,
  });
  const get = (name: string) => view.filters[name as (typeof FILTERS)[number]] ?? '';
  const { filter, errors } = readLedgerFilter(shop.shopId, id, get);
  const { item, places, ledger } = await engine.database.read('admin', async (builder) => ({
    item: await findItem(builder, shop.shopId, id),
    places: await levelsOfItem(builder, shop.shopId, id),
    ledger: await ledgerPage(builder, filter, { page: view.page, pageSize: PAGE_SIZE }),
  }));
  if (!item) notFound();
  const names = new Map(places.map((place) => [place.locationId, place.locationName]));
  const asked = new URLSearchParams(Object.entries(view.filters));
  return (
    <>
      <PageHeading
        title="Ledger"
        back={{ href: itemPath, label: `${item.productTitle} · ${item.variantTitle}` }}
        lead="Every change of on-hand stock, written once and never edited. Its sum is what is on hand."
        actions={
          // A plain link: the router must not fetch a file in advance.
          <a
            href={`${itemPath}/ledger/export?${asked}`}
            download
            className={buttonClass({ tone: 'outline' })}
          >
            Export CSV
          </a>
        }
      />
      <Card isFlush>
        <search className="block border-b px-5 py-4">
          <form action={view.path} className="flex flex-wrap items-start gap-3">
            <div className="min-w-36">
              <SelectField name="location" label="Location" defaultValue={get('location')}>
                <option value="">All</option>
                {places.map(({ locationId, locationName }) => (
                  <option key={locationId} value={locationId}>
                    {locationName}
                  </option>
                ))}
              </SelectField>
            </div>
            <div className="min-w-36">
              <SelectField name="reason" label="Reason" defaultValue={get('reason')}>
                <option value="">All</option>
                {ledgerReasons.map((reason) => (
                  <option key={reason} value={reason}>
                    {reason}
                  </option>
                ))}
              </SelectField>
            </div>
            <TextField
              name="from"
              type="date"
              label="From (UTC)"
              defaultValue={get('from')}
              error={errors.from}
            />
            <TextField name="to" type="date" label="To (UTC)" defaultValue={get('to')} error={errors.to} />
            <div className="w-full sm:w-80">
              <TextField
                name="reference"
                label="Reference"
                defaultValue={get('reference')}
                error={errors.reference}
                className="font-mono text-xs"
                maxLength={36}
              />
            </div>
            <div className="flex gap-3 sm:pt-[1.6875rem]">
              <Button type="submit" tone="outline">
                Show
              </Button>
              {view.isNarrowed && (
                <ButtonLink tone="quiet" href={view.path}>
                  Clear
                </ButtonLink>
              )}
            </div>
          </form>
        </search>
        <LedgerTable
          rows={toLedgerRows(ledger.rows, names, view.path)}
          isNarrowed={view.isNarrowed || view.page > 1}
        />
        <Pager {...pagesOf(view, ledger.total, PAGE_SIZE, ['entry', 'entries'])} />
      </Card>
    </>
  );
}
