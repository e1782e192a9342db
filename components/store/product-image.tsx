/** A product's picture, 4:5. The pictures bring their own ground; in the dark they are taken back a little. */
import clsx from 'clsx';

export function ProductImage({
  src,
  alt,
  isPriority = false,
  className,
}: {
  src: string;
  /** Empty where the title stands beside it. */
  alt: string;
  isPriority?: boolean;
  className?: string;
}) {
  return (
    // biome-ignore lint/performance/noImgElement: a small SVG needs no optimiser and no script
    <img
      src={src}
      alt={alt}
      width={800}
      height={1000}
      loading={isPriority ? 'eager' : 'lazy'}
      fetchPriority={isPriority ? 'high' : 'auto'}
      decoding="async"
      className={clsx('product-image aspect-4/5 w-full rounded-sm object-cover', className)}
    />
  );
}
