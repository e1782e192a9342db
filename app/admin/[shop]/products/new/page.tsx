/** A new product, with its first variant. */
import type { Metadata } from 'next';
import { openAdmin } from '@/app/admin/access';
import { ActionForm } from '@/components/admin/action-form';
import { PageHeading } from '@/components/admin/page-heading';
import { Card } from '@/components/ui/card';
import { listCategories } from '@/db/queries/admin-products';
import { create } from '../actions';
import { ProductFields, VariantFields } from '../product-fields';

export const metadata: Metadata = { title: 'New product' };

export default async function NewProductPage({ params }: { params: Promise<{ shop: string }> }) {
  const { shop, engine } = await openAdmin((await params).shop);
  const categories = await engine.database.read('admin', (builder) => listCategories(builder, shop.shopId));
  return (
    <>
      <PageHeading
        title="New product"
        back={{ href: `/admin/${shop.slug}/products`, label: 'Products' }}
        lead="It is offered at once, and sold out until units are received."
      />
      <Card className="max-w-3xl">
        <ActionForm action={create} submitLabel="Create product">
          <input type="hidden" name="shop" value={shop.slug} />
          <ProductFields categories={categories} />
          <h2 className="pt-2 text-sm font-semibold">First variant</h2>
          <VariantFields currency={shop.currency} />
        </ActionForm>
      </Card>
    </>
  );
}
