import { call, type Statement, sqlText } from '@/db/statement';
import type { Transaction } from '@/db/transaction';
import { Refusal } from './refusal';

export const shareLocation: Statement = {
  name: 'admin.share_location',
  purpose:
    'Reads the state of a location and keeps it as it is until commit: whoever closes a location waits for stock that is just coming in.',
  sql: sqlText(`
    SELECT name, status
      FROM locations
     WHERE shop_id = :shopId
       AND location_id = :locationId
       FOR SHARE
  `),
};

/**
 * Sees to it that the location is this shop's and takes in stock, until the transaction ends.
 *
 * Locks: the location's row, shared with others who bring in stock.
 * Throws: Refusal `not_found` or `location_inactive`.
 */
export async function keepLocationOpen(tx: Transaction, shopId: number, locationId: number): Promise<void> {
  const [result] = await tx.send(call(shareLocation, { shopId, locationId }));
  const status: string | undefined = result?.rows[0]?.status;
  if (status === undefined) throw new Refusal('not_found');
  if (status === 'inactive') throw new Refusal('location_inactive');
}
