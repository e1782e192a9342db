'use client';
/** A page of the admin that could not be read or shown. What was changed before is not undone by it. */
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';

export default function AdminError({
  error,
  retry,
}: {
  error: Error & { digest?: string };
  retry: () => void;
}) {
  return (
    <div className="py-16">
      <EmptyState
        isFailure
        title="This page could not be read."
        action={<Button onClick={retry}>Try again</Button>}
      >
        The database may be busy or gone. Stock is as it was: a change that was not confirmed was not made.
        {error.digest && <> Reference for the log: {error.digest}.</>}
      </EmptyState>
    </div>
  );
}
