/** Products for the merchant's list and for the page of one. */
import { and, asc, count, desc, eq, exists, inArray, like, or, sql } from 'drizzle-orm';
import type { MySql2Database } from 'drizzle-orm/mysql2';
import { countedLevels, inventoryItems, products, variants } from '@/db/schema';
import { contains, offsetOf, type Page, type PageRequest } from './paging';

export const productSorts = ['title', 'updated'] as const;
export type ProductSort = (typeof productSorts)[number];

export interface ProductsRequest extends PageRequest {
  readonly shopId: number;
  readonly search: string;
  readonly status: 'active' | 'archived';
  readonly category: string;
  readonly sort: ProductSort;
  readonly direction: 'asc' | 'desc';
}

function matching(builder: MySql2Database, { shopId, search, status, category }: ProductsRequest) {
  const ofSku = builder
    .select({ one: sql`1` })
    .from(variants)
    .innerJoin(
      inventoryItems,
      and(
        eq(inventoryItems.shopId, variants.shopId),
        eq(inventoryItems.inventoryItemId, variants.inventoryItemId),
      ),
    )
    .where(
      and(
        eq(variants.shopId, products.shopId),
        eq(variants.productId, products.productId),
        like(inventoryItems.sku, contains(search)),
      ),
    );
  return and(
    eq(products.shopId, shopId),
    eq(products.status, status),
    category ? eq(products.category, category) : undefined,
    search ? or(like(products.title, contains(search)), exists(ofSku)) : undefined,
  );
}

/** The statement behind a page of products; a test reads its plan. */
export function productsPageQuery(builder: MySql2Database, request: ProductsRequest) {
  const way = request.direction === 'asc' ? asc : desc;
  const column = request.sort === 'title' ? products.title : products.updatedAt;
  return builder
    .select({
      productId: products.productId,
      title: products.title,
      category: products.category,
      status: products.status,
      updatedAt: products.updatedAt,
    })
    .from(products)
    .where(matching(builder, request))
    .orderBy(way(column), way(products.productId))
    .limit(request.pageSize)
    .offset(offsetOf(request));
}

type ProductKeys = Awaited<ReturnType<typeof productsPageQuery>>[number];
export interface ProductListRow extends ProductKeys {
  readonly variants: number;
  readonly lowestMinor: number;
  readonly highestMinor: number;
  readonly onHand: number;
  readonly available: number;
}

export async function productsPage(
  builder: MySql2Database,
  request: ProductsRequest,
): Promise<Page<ProductListRow>> {
  const found = await productsPageQuery(builder, request);
  const [all] = await builder.select({ total: count() }).from(products).where(matching(builder, request));
  const ids = found.map(({ productId }) => productId);
  const figures = ids.length === 0 ? [] : await figuresOf(builder, request.shopId, ids);
  const byId = new Map(figures.map((row) => [row.productId, row]));
  const rows = found.map((row) => ({
    ...row,
    ...(byId.get(row.productId) ?? { variants: 0, lowestMinor: 0, highestMinor: 0, onHand: 0, available: 0 }),
  }));
  return { rows, total: all?.total ?? 0 };
}

function figuresOf(builder: MySql2Database, shopId: number, productIds: number[]) {
  const stock = builder
    .select({
      inventoryItemId: countedLevels.inventoryItemId,
      onHand: sql<number>`SUM(${countedLevels.onHand})`.as('on_hand_units'),
      available: sql<number>`SUM(${countedLevels.available})`.as('available_units'),
    })
    .from(countedLevels)
    .where(
      and(
        eq(countedLevels.shopId, shopId),
        inArray(countedLevels.inventoryItemId, itemsOf(builder, shopId, productIds)),
      ),
    )
    .groupBy(countedLevels.inventoryItemId)
    .as('stock');
  return builder
    .select({
      productId: variants.productId,
      variants: count(),
      lowestMinor: sql<number>`MIN(${variants.priceMinor})`.mapWith(Number),
      highestMinor: sql<number>`MAX(${variants.priceMinor})`.mapWith(Number),
      onHand: sql<number>`COALESCE(SUM(${stock.onHand}), 0)`.mapWith(Number),
      available: sql<number>`COALESCE(SUM(${stock.available}), 0)`.mapWith(Number),
    })
    .from(variants)
    .leftJoin(stock, eq(stock.inventoryItemId, variants.inventoryItemId))
    .where(and(eq(variants.shopId, shopId), inArray(variants.productId, productIds)))
    .groupBy(variants.productId);
}

function itemsOf(builder: MySql2Database, shopId: number, productIds: number[]) {
  return builder
    .select({ id: variants.inventoryItemId })
    .from(variants)
    .where(and(eq(variants.shopId, shopId), inArray(variants.productId, productIds)));
}

export async function listCategories(builder: MySql2Database, shopId: number): Promise<string[]> {
  const rows = await builder
    .selectDistinct({ category: products.category })
    .from(products)
    .where(eq(products.shopId, shopId))
    .orderBy(asc(products.category))
    .limit(50);
  return rows.map(({ category }) => category).filter((category) => category !== '');
}

export async function findProduct(builder: MySql2Database, shopId: number, productId: number) {
  const [product] = await builder
    .select({
      productId: products.productId,
      title: products.title,
      slug: products.slug,
      tagline: products.tagline,
      description: products.description,
      category: products.category,
      image: products.image,
      status: products.status,
      version: products.version,
    })
    .from(products)
    .where(and(eq(products.shopId, shopId), eq(products.productId, productId)));
  return product;
}

export function variantsOf(builder: MySql2Database, shopId: number, productId: number) {
  return builder
    .select({
      variantId: variants.variantId,
      inventoryItemId: variants.inventoryItemId,
      title: variants.title,
      sku: inventoryItems.sku,
      priceMinor: variants.priceMinor,
      status: variants.status,
      version: variants.version,
    })
    .from(variants)
    .innerJoin(
      inventoryItems,
      and(
        eq(inventoryItems.shopId, variants.shopId),
        eq(inventoryItems.inventoryItemId, variants.inventoryItemId),
      ),
    )
    .where(and(eq(variants.shopId, shopId), eq(variants.productId, productId)))
    .orderBy(asc(variants.position), asc(variants.variantId));
}
