/** What the merchant sees first: how much is there, what runs out, what waits, what moves, what changed. */
import type { MySql2Database } from 'drizzle-orm/mysql2';
import { countHolds } from './admin-holds';
import { ordersPage } from './admin-orders';
import { listLocations } from './admin-shops';
import { stockPage, stockTotals } from './admin-stock';
import { trailPage } from './admin-trail';
import { transfersPage } from './admin-transfers';

const FEW = { page: 1, pageSize: 6 } as const;

export async function overviewOf(builder: MySql2Database, shopId: number) {
  const lowest = {
    shopId,
    search: '',
    locationId: null,
    isArchived: false,
    sort: 'available',
    direction: 'asc',
    ...FEW,
  } as const;
  return {
    totals: await stockTotals(builder, shopId),
    low: await stockPage(builder, { ...lowest, show: 'low' }),
    out: await stockPage(builder, { ...lowest, show: 'out' }),
    waiting: await ordersPage(builder, {
      shopId,
      search: '',
      status: 'needs_attention',
      direction: 'asc',
      ...FEW,
    }),
    moving: await transfersPage(builder, { shopId, status: 'shipped', ...FEW }),
    holds: await countHolds(builder, shopId),
    trail: await trailPage(builder, { shopId, subject: null, subjectId: null, search: '', ...FEW }),
    locations: await listLocations(builder, shopId),
  };
}
