import { siteLinks } from '@/components/site-links';
import { ButtonLink } from '@/components/ui/button';

export default function NotFound() {
  return (
    <div className="page py-24 sm:py-36">
      {/* Not as metadata: of a page that says "not found" itself, Next.js uses none. */}
      <title>Not found · Lastunit</title>
      <p className="text-label">404</p>
      <h1 className="text-display mt-4">Nothing is kept here.</h1>
      <p className="prose-width mt-6 text-lg text-ink-soft">
        The address may be mistyped, or what it named was archived or dropped. Runs older than the last ten
        are dropped, too.
      </p>
      <div className="mt-10 flex flex-wrap gap-3">
        <ButtonLink href={siteLinks.shop}>Go to the shop</ButtonLink>
        <ButtonLink href="/" tone="quiet">
          Front page
        </ButtonLink>
      </div>
    </div>
  );
}
