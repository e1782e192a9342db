/** One product: its texts, its variants, its history. */
import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { idOf, openAdmin } from '@/app/admin/access';
import { ActionForm } from '@/components/admin/action-form';
import { ConfirmAction } from '@/components/admin/confirm-action';
import { PageHeading } from '@/components/admin/page-heading';
import { SeenField } from '@/components/admin/seen-field';
import { Trail } from '@/components/admin/trail';
import { formatCount } from '@/components/format';
import { Badge } from '@/components/ui/badge';
import { ButtonLink } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { findProduct, listCategories, variantsOf } from '@/db/queries/admin-products';
import { trailPage } from '@/db/queries/admin-trail';
import { edit, setStatus } from '../actions';
import { priceText } from '../fields';
import { ProductFields } from '../product-fields';
import { AddVariant, VariantTable } from './variant-table';

export const metadata: Metadata = { title: 'Product' };

interface PageProps {
  params: Promise<{ shop: string; productId: string }>;
}

export default async function ProductPage({ params }: PageProps) {
  const { shop: slug, productId } = await params;
  const { shop, engine } = await openAdmin(slug);
  const { shopId, currency } = shop;
  const id = idOf(productId);
  const { product, variants, categories, trail } = await engine.database.read('admin', async (builder) => ({
    product: await findProduct(builder, shopId, id),
    variants: await variantsOf(builder, shopId, id),
    categories: await listCategories(builder, shopId),
    trail: await trailPage(builder, {
      shopId,
      subject: 'product',
      subjectId: String(id),
      search: '',
      page: 1,
      pageSize: 5,
    }),
  }));
  if (!product) notFound();
  const levels = await engine.availability(
    shopId,
    variants.map(({ inventoryItemId }) => inventoryItemId),
    'admin',
  );
  const sum = (itemId: number | null, key: 'onHand' | 'available' | 'held') =>
    levels
      .filter(({ inventoryItemId }) => itemId === null || inventoryItemId === itemId)
      .reduce((total, level) => total + level[key], 0);
  const isArchived = product.status === 'archived';
  const fields = { shop: slug, productId: id, version: product.version };
  return (
    <>
      <PageHeading
        title={product.title}
        back={{ href: `/admin/${slug}/products`, label: 'Products' }}
        lead={isArchived ? <Badge>Archived: not for sale</Badge> : product.tagline}
        actions={
          <>
            {!isArchived && (
              <ButtonLink tone="outline" size="sm" href={`/${slug}/${product.slug}`}>
                View in the shop
              </ButtonLink>
            )}
            <ConfirmAction
              action={setStatus}
              fields={{ ...fields, status: isArchived ? 'active' : 'archived' }}
              triggerLabel={isArchived ? 'Put back on sale' : 'Archive'}
              title={isArchived ? `Offer ${product.title} again?` : `Archive ${product.title}?`}
              consequence={
                isArchived
                  ? `The shop offers ${formatCount(sum(null, 'available'), 'available unit')} of it at once.`
                  : `The shop stops offering it. ${formatCount(sum(null, 'onHand'), 'unit')} stay on hand; ${formatCount(sum(null, 'held'), 'held unit')} can still be paid for. You can put it back on sale.`
              }
              confirmLabel={isArchived ? 'Put back on sale' : 'Archive'}
            />
          </>
        }
      />
      <div className="space-y-8">
        <Card title="Variants" isFlush aside={<AddVariant shop={slug} productId={id} currency={currency} />}>
          <VariantTable
            shop={slug}
            productId={id}
            currency={currency}
            variants={variants.map((variant) => ({
              ...variant,
              price: priceText(variant.priceMinor, currency),
              onHand: sum(variant.inventoryItemId, 'onHand'),
              available: sum(variant.inventoryItemId, 'available'),
              held: sum(variant.inventoryItemId, 'held'),
            }))}
          />
        </Card>
        <Card title="What buyers read" className="max-w-3xl">
          <ActionForm action={edit} submitLabel="Save">
            <input type="hidden" name="shop" value={slug} />
            <input type="hidden" name="productId" value={id} />
            <SeenField name="version" seen={product.version} />
            <ProductFields values={product} categories={categories} />
          </ActionForm>
        </Card>
        <Card title="History" className="max-w-3xl">
          <Trail rows={trail.rows} currency={currency} />
        </Card>
      </div>
    </>
  );
}
