/** The front page: what this is for, the proof, a real pool as it stands now, the ideas behind it. */
import { connection } from 'next/server';
import { Suspense } from 'react';
import { formatNumber } from '@/components/format';
import { Audiences } from '@/components/front/audiences';
import { Ideas } from '@/components/front/ideas';
import { ProveIt } from '@/components/sales/prove-it';
import { siteLinks } from '@/components/site-links';
import { SqlBlock } from '@/components/sql-block';
import { ButtonLink } from '@/components/ui/button';
import { Skeleton } from '@/components/ui/skeleton';
import { UnitGrid } from '@/components/unit-grid';
import { getDatabase } from '@/db/client';
import { readShowcase } from '@/db/queries/showcase';
import { engineStatements } from '@/engine/index';
import { proveItAction } from './sales/actions';

const shown = 300;

async function Pool() {
  // Stock is never served from a cache.
  await connection();
  const showcase = await readShowcase(getDatabase(), {
    shopSlug: 'foil-and-stock',
    productSlug: 'tally-counter',
    most: shown,
  });
  if (!showcase || showcase.units.length === 0) return null;
  const { productTitle, locationName, units, unpooled } = showcase;
  return (
    <figure>
      <UnitGrid
        units={units}
        label={`${productTitle} in ${locationName}`}
        size="medium"
        legend={['free', 'held', 'sold']}
      />
      <figcaption className="mt-4 max-w-md text-sm text-ink-soft">
        The first {units.length} units of {productTitle} in {locationName}, read from MySQL for this visit.
        {unpooled > 0 && ` ${formatNumber(unpooled)} more wait in the ledger.`} Buy one and look again.
      </figcaption>
    </figure>
  );
}

/** Keeps the place of the grid: about as many rows as it has at this width. */
function PoolSkeleton() {
  return <Skeleton className="h-96 w-full lg:h-64" />;
}

export default function FrontPage() {
  const lockUnits = engineStatements.find(({ name }) => name === 'reserve.lock_units');
  return (
    <>
      <div className="page">
        <div className="grid grid-cols-1 items-center gap-x-20 gap-y-12 py-12 lg:grid-cols-[minmax(0,11fr)_minmax(0,9fr)] lg:py-16">
          <div>
            <h1 className="text-display">Sell the last unit exactly once.</h1>
            <p className="mt-6 max-w-xl text-lg text-ink-soft">
              A shop, a flash sale and a laboratory on a real MySQL. See how many checkouts race for the same
              stock without one unit sold twice, and without a buyer turned away while a unit is free.
            </p>
            <div className="mt-8 flex flex-wrap items-center gap-3">
              <ProveIt start={proveItAction} />
              <ButtonLink href={siteLinks.shop} size="lg" tone="outline">
                Open the shop
              </ButtonLink>
            </div>
            <p className="mt-4 text-sm text-ink-faint">
              500 buyers, 100 units: first a naive shop, then this one. Runs on your machine, offline.
            </p>
          </div>
          <Suspense fallback={<PoolSkeleton />}>
            <Pool />
          </Suspense>
        </div>
        <Audiences />
      </div>
      <section className="page pt-24" aria-labelledby="ideas">
        <h2 id="ideas" className="text-title">
          Three ideas carry it
        </h2>
        <div className="mt-10">
          <Ideas />
        </div>
      </section>
      {lockUnits && (
        <section className="page pt-24" aria-labelledby="statement">
          <div className="grid grid-cols-1 gap-x-20 gap-y-8 lg:grid-cols-[minmax(0,4fr)_minmax(0,7fr)]">
            <div>
              <h2 id="statement" className="text-title">
                And this is the statement
              </h2>
              <p className="mt-4 max-w-md text-ink-soft">
                The text shown on every page is the text that runs. This one locks the units of a cart; the
                others delete them from the pool and write them down as reserved, in two round trips
                altogether.
              </p>
            </div>
            <SqlBlock {...lockUnits} />
          </div>
        </section>
      )}
    </>
  );
}
