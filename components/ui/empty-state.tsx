/** What a list says when it has nothing to show: a sentence of fact, then what to do about it. Also for failures. */
import type { ReactNode } from 'react';

interface EmptyStateProps {
  title: string;
  children?: ReactNode;
  /** A ButtonLink or form. */
  action?: ReactNode;
  isFailure?: boolean;
}

export function EmptyState({ title, children, action, isFailure = false }: EmptyStateProps) {
  return (
    <div role={isFailure ? 'alert' : undefined} className="mx-auto max-w-md text-center">
      <p className="text-subtitle">{title}</p>
      {children && <div className="mt-2 text-sm text-ink-soft">{children}</div>}
      {action && <div className="mt-5 flex justify-center gap-3">{action}</div>}
    </div>
  );
}
