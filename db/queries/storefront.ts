/** What the storefront's pages read: shops, catalogue, and the ledger lines of an order. Nothing here decides about stock. */
import { and, asc, count, eq, inArray, like, or, type SQL, sql } from 'drizzle-orm';
import type { Database } from '@/db/database';
import {
  inventoryLedger,
  inventoryLevels,
  locations,
  orderLines,
  orders,
  products,
  regions,
  shops,
  variants,
} from '@/db/schema/index';

export interface StoreShop {
  readonly shopId: number;
  readonly slug: string;
  readonly name: string;
  readonly currency: string;
  readonly regions: readonly { readonly code: string; readonly name: string }[];
}

export async function readShop(database: Database, slug: string): Promise<StoreShop | undefined> {
  return database.read('storefront', async (builder) => {
    const rows = await builder
      .select({
        shop: { shopId: shops.shopId, slug: shops.slug, name: shops.name, currency: shops.currency },
        region: { code: regions.regionCode, name: regions.name },
      })
      .from(shops)
      .leftJoin(regions, eq(regions.shopId, shops.shopId))
      .where(eq(shops.slug, slug))
      .orderBy(asc(regions.position), asc(regions.regionCode));
    return rows[0] && { ...rows[0].shop, regions: rows.flatMap(({ region }) => region ?? []) };
  });
}

export interface StoreVariant {
  readonly variantId: number;
  readonly inventoryItemId: number;
  readonly title: string;
  readonly priceMinor: number;
}

export interface StoreProduct {
  readonly productId: number;
  readonly slug: string;
  readonly title: string;
  readonly tagline: string;
  readonly category: string;
  readonly image: string;
  readonly variants: readonly StoreVariant[];
}

export interface ProductFilter {
  readonly shopId: number;
  /** Words to look for in title, tagline and category. */
  readonly query?: string;
  readonly category?: string;
  /** From 1. */
  readonly page?: number;
}

export interface ProductPage {
  readonly products: readonly StoreProduct[];
  readonly total: number;
  readonly page: number;
  readonly pages: number;
}

export const PRODUCTS_A_PAGE = 24;

const productColumns = {
  productId: products.productId,
  slug: products.slug,
  title: products.title,
  tagline: products.tagline,
  category: products.category,
  image: products.image,
};

/** One page of the products that are sold, with their variants in order. */
export async function listProducts(database: Database, filter: ProductFilter): Promise<ProductPage> {
  return database.read('storefront', async (builder) => {
    const where = matching(filter);
    const [counted] = await builder.select({ total: count() }).from(products).where(where);
    const total = counted?.total ?? 0;
    const pages = Math.max(1, Math.ceil(total / PRODUCTS_A_PAGE));
    const page = Math.min(Math.max(1, filter.page ?? 1), pages);
    const found = await builder
      .select(productColumns)
      .from(products)
      .where(where)
      // The order in which they were made: what a merchant adds comes last.
      .orderBy(asc(products.productId))
      .limit(PRODUCTS_A_PAGE)
      .offset((page - 1) * PRODUCTS_A_PAGE);
    if (found.length === 0) return { products: [], total, page, pages };
    const rows = await builder
      .select({ productId: variants.productId, ...variantColumns })
      .from(variants)
      .where(
        and(
          eq(variants.shopId, filter.shopId),
          inArray(
            variants.productId,
            found.map(({ productId }) => productId),
          ),
          eq(variants.status, 'active'),
        ),
      )
      .orderBy(asc(variants.position), asc(variants.variantId));
    const withVariants = found.map((product) => ({
      ...product,
      variants: rows.filter(({ productId }) => productId === product.productId),
    }));
    return { products: withVariants, total, page, pages };
  });
}

const variantColumns = {
  variantId: variants.variantId,
  inventoryItemId: variants.inventoryItemId,
  title: variants.title,
  priceMinor: variants.priceMinor,
};

function matching({ shopId, query, category }: ProductFilter): SQL | undefined {
  const words = (query ?? '').trim().split(/\s+/).filter(Boolean).slice(0, 6);
  return and(
    eq(products.shopId, shopId),
    eq(products.status, 'active'),
    category ? eq(products.category, category) : undefined,
    ...words.map((word) => {
      const pattern = `%${word.replace(/[\\%_]/g, '\\$&')}%`;
      return or(
        like(products.title, pattern),
        like(products.tagline, pattern),
        like(products.category, pattern),
      );
    }),
  );
}

/** The categories that have something to sell. */
export async function listCategories(database: Database, shopId: number): Promise<string[]> {
  return database.read('storefront', async (builder) => {
    const rows = await builder
      .select({ category: products.category, first: sql<number>`MIN(${products.productId})` })
      .from(products)
      .where(and(eq(products.shopId, shopId), eq(products.status, 'active')))
      .groupBy(products.category)
      .orderBy(sql`MIN(${products.productId})`);
    return rows.map(({ category }) => category).filter(Boolean);
  });
}

export interface StoreProductDetail extends StoreProduct {
  readonly description: string;
}

/** A product that is sold, in one statement; undefined when none of its variants is. */
export async function readProduct(
  database: Database,
  shopSlug: string,
  slug: string,
): Promise<StoreProductDetail | undefined> {
  return database.read('storefront', async (builder) => {
    const rows = await builder
      .select({ product: { ...productColumns, description: products.description }, variant: variantColumns })
      .from(shops)
      .innerJoin(products, and(eq(products.shopId, shops.shopId), eq(products.slug, slug)))
      .innerJoin(variants, and(eq(variants.shopId, shops.shopId), eq(variants.productId, products.productId)))
      .where(and(eq(shops.slug, shopSlug), eq(products.status, 'active'), eq(variants.status, 'active')))
      .orderBy(asc(variants.position), asc(variants.variantId));
    return rows[0] && { ...rows[0].product, variants: rows.map(({ variant }) => variant) };
  });
}

export interface OrderLedgerLine {
  readonly inventoryItemId: number;
  readonly locationName: string;
  readonly productTitle: string;
  readonly variantTitle: string;
  readonly reason: string;
  readonly delta: number;
  readonly actor: string;
  readonly createdAt: Date;
}

/** What an order wrote into the ledger: what was sold under its hold, and what came back under its own id. */
export async function listOrderLedger(
  database: Database,
  shopId: number,
  orderId: string,
): Promise<OrderLedgerLine[]> {
  return database.read('storefront', (builder) =>
    builder
      .select({
        inventoryItemId: inventoryLedger.inventoryItemId,
        locationName: locations.name,
        productTitle: orderLines.productTitle,
        variantTitle: orderLines.variantTitle,
        reason: inventoryLedger.reason,
        delta: inventoryLedger.delta,
        actor: inventoryLedger.actor,
        createdAt: inventoryLedger.createdAt,
      })
      .from(orders)
      .innerJoin(
        orderLines,
        and(eq(orderLines.shopId, orders.shopId), eq(orderLines.orderId, orders.orderId)),
      )
      .innerJoin(
        inventoryLevels,
        and(
          eq(inventoryLevels.shopId, orders.shopId),
          eq(inventoryLevels.inventoryItemId, orderLines.inventoryItemId),
        ),
      )
      .innerJoin(
        inventoryLedger,
        and(
          eq(inventoryLedger.shopId, orders.shopId),
          eq(inventoryLedger.inventoryItemId, inventoryLevels.inventoryItemId),
          eq(inventoryLedger.inventoryGroupId, inventoryLevels.inventoryGroupId),
          or(
            and(eq(inventoryLedger.reason, 'sold'), eq(inventoryLedger.referenceId, orders.reservationId)),
            and(eq(inventoryLedger.reason, 'returned'), eq(inventoryLedger.referenceId, orders.orderId)),
          ),
        ),
      )
      .innerJoin(
        locations,
        and(eq(locations.shopId, orders.shopId), eq(locations.locationId, inventoryLevels.locationId)),
      )
      .where(and(eq(orders.shopId, shopId), eq(orders.orderId, orderId)))
      .orderBy(asc(inventoryLedger.createdAt), asc(orderLines.variantId)),
  );
}
