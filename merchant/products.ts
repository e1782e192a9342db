/** Products: written with a first variant, edited by one at a time, archived and put back. */
import { and, eq, max, sql } from 'drizzle-orm';
import type { MySql2Database } from 'drizzle-orm/mysql2';
import type { Database } from '@/db/database';
import { products } from '@/db/schema';
import { type EditResult, inTransaction, staleness } from './edit';
import { type Author, differences, recordChange } from './record-change';
import { type Created, insertVariant, lockCatalogue, type VariantFields } from './variants';

export interface ProductFields {
  readonly title: string;
  readonly slug: string;
  readonly tagline: string;
  readonly description: string;
  readonly category: string;
  readonly image: string;
}

/** Writes a product with its first variant and that variant's inventory item. */
export function createProduct(
  database: Database,
  author: Author,
  product: ProductFields,
  variant: VariantFields,
): Promise<Created<'productId'>> {
  return inTransaction<{ outcome: 'done'; productId: number }, 'too_many'>(database, async (builder) => {
    const { shopId } = author;
    await lockCatalogue(builder, shopId);
    const [last] = await builder
      .select({ id: max(products.productId) })
      .from(products)
      .where(eq(products.shopId, shopId));
    const productId = (last?.id ?? 0) + 1;
    await builder.insert(products).values({ shopId, productId, ...product, updatedAt: sql`NOW(3)` });
    await recordChange(builder, author, {
      subject: 'product',
      subjectId: productId,
      subjectName: product.title,
      action: 'created',
    });
    await insertVariant(builder, author, productId, product.title, variant, 0);
    return { outcome: 'done', productId };
  });
}

/** Changes a product that is still as it was seen. */
export function editProduct(
  database: Database,
  author: Author,
  { productId, version }: { readonly productId: number; readonly version: number },
  fields: ProductFields,
): Promise<EditResult> {
  return inTransaction(database, async (builder) => {
    const before = await lockProduct(builder, author.shopId, productId);
    const stale = await staleness(builder, author, 'product', productId, version, before?.version);
    if (stale || !before) return stale ?? { outcome: 'unchanged' };
    const { status: _, version: __, ...now } = before;
    return updateProduct(builder, author, productId, now.title, 'edited', differences(now, { ...fields }));
  });
}

/** Takes a product out of the shop, or puts it back. Its stock and the holds on it stay. */
export function setProductStatus(
  database: Database,
  author: Author,
  { productId, version }: { readonly productId: number; readonly version: number },
  status: 'active' | 'archived',
): Promise<EditResult> {
  return inTransaction(database, async (builder) => {
    const before = await lockProduct(builder, author.shopId, productId);
    const stale = await staleness(builder, author, 'product', productId, version, before?.version);
    if (stale || !before) return stale ?? { outcome: 'unchanged' };
    const action = status === 'archived' ? 'archived' : 'put back on sale';
    const changes = differences({ status: before.status as string }, { status });
    return updateProduct(builder, author, productId, before.title, action, changes);
  });
}

async function lockProduct(builder: MySql2Database, shopId: number, productId: number) {
  const [product] = await builder
    .select({
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
    .where(and(eq(products.shopId, shopId), eq(products.productId, productId)))
    .for('update');
  return product;
}

async function updateProduct(
  builder: MySql2Database,
  author: Author,
  productId: number,
  title: string,
  action: string,
  changes: ReturnType<typeof differences>,
): Promise<{ outcome: 'done' | 'unchanged' }> {
  if (changes.length === 0) return { outcome: 'unchanged' };
  await builder
    .update(products)
    .set({
      ...Object.fromEntries(changes.map(({ field, to }) => [field, to])),
      version: sql`version + 1`,
      updatedAt: sql`NOW(3)`,
    })
    .where(and(eq(products.shopId, author.shopId), eq(products.productId, productId)));
  await recordChange(builder, author, {
    subject: 'product',
    subjectId: productId,
    subjectName: title,
    action,
    changes,
  });
  return { outcome: 'done' };
}
