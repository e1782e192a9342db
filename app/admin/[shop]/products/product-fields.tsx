'use client';
/** The fields of a product and of a variant, the same wherever one is made or changed. */
import { AnswerText, AnswerTextarea } from '@/components/admin/answer-fields';

export interface ProductValues {
  title: string;
  slug: string;
  tagline: string;
  description: string;
  category: string;
  image: string;
}

export function ProductFields({ values, categories }: { values?: ProductValues; categories: string[] }) {
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <AnswerText name="title" label="Title" defaultValue={values?.title} maxLength={160} required />
        <AnswerText
          name="slug"
          label="Address"
          hint="The last part of the product's web address."
          defaultValue={values?.slug}
          maxLength={80}
          autoComplete="off"
          required
        />
        <AnswerText name="tagline" label="Tagline" defaultValue={values?.tagline} maxLength={200} />
        <AnswerText
          name="category"
          label="Category"
          defaultValue={values?.category}
          maxLength={60}
          list="categories"
          autoComplete="off"
        />
        <datalist id="categories">
          {categories.map((category) => (
            <option key={category} value={category} />
          ))}
        </datalist>
      </div>
      <AnswerTextarea
        name="description"
        label="Description"
        defaultValue={values?.description}
        maxLength={5_000}
        rows={5}
      />
      <AnswerText
        name="image"
        label="Picture"
        hint="Empty, or a picture of this site: /products/field-book.svg"
        defaultValue={values?.image}
        maxLength={200}
        autoComplete="off"
      />
    </>
  );
}

export interface VariantValues {
  title: string;
  sku: string;
  /** As typed: "34.00". */
  price: string;
}

export function VariantFields({ values, currency }: { values?: VariantValues; currency: string }) {
  return (
    <div className="grid gap-4 sm:grid-cols-3">
      <AnswerText name="variantTitle" label="Variant" defaultValue={values?.title} maxLength={120} required />
      <AnswerText
        name="sku"
        label="SKU"
        defaultValue={values?.sku}
        maxLength={60}
        autoComplete="off"
        className="font-mono text-sm"
        required
      />
      <AnswerText
        name="price"
        label={`Price in ${currency}`}
        defaultValue={values?.price}
        inputMode="decimal"
        autoComplete="off"
        required
      />
    </div>
  );
}
