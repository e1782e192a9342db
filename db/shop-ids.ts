import type { Database } from './database';
import { call, type Statement, sqlText } from './statement';

const listShopIds: Statement = {
  name: 'shops.list_ids',
  purpose:
    'Names every shop, and everything that says it is of one: a level without its shop is not passed over.',
  sql: sqlText(`
    SELECT shop_id AS shopId
      FROM shops
     UNION
    SELECT shop_id
      FROM inventory_levels
     GROUP BY shop_id
     ORDER BY shopId
  `),
};

/** The id of every shop, in order, for work that goes through all of them; read on a connection tagged `tag`. */
export async function shopIds(database: Database, tag: string): Promise<number[]> {
  const [found] = await database.session(tag, (session) => session.send(call(listShopIds)));
  return (found?.rows ?? []).map(({ shopId }) => Number(shopId));
}
