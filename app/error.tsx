'use client';
/** Shown when a page could not be rendered. Says what is safe, offers a retry, and gives the digest found in the server's log. */
import { Button, ButtonLink } from '@/components/ui/button';

export default function ErrorPage({
  error,
  retry,
}: {
  error: Error & { digest?: string };
  retry: () => void;
}) {
  return (
    <div className="page py-24 sm:py-36">
      <h1 className="text-display">This page could not be loaded.</h1>
      <p className="prose-width mt-6 text-lg text-ink-soft">
        Nothing was bought, held or changed by it. If the database has just restarted, trying again is enough.
      </p>
      <div className="mt-10 flex flex-wrap gap-3">
        <Button onClick={retry}>Try again</Button>
        <ButtonLink href="/" tone="quiet">
          Front page
        </ButtonLink>
      </div>
      {error.digest && (
        <p className="mt-10 font-mono text-xs text-ink-faint">
          Reference in the server&apos;s log: {error.digest}
        </p>
      )}
    </div>
  );
}
