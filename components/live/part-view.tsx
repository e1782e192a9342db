/** A part of the panel: what was read, or in words why it wasn't. */
import type { ReactNode } from 'react';
import type { Part } from '@/db/panel/part';

interface PartViewProps<T> {
  part: Part<T>;
  children: (value: T) => ReactNode;
}

export function PartView<T>({ part, children }: PartViewProps<T>) {
  switch (part.state) {
    case 'read':
      return children(part.value);
    case 'skipped':
      return (
        <p className="px-5 py-6 text-sm text-ink-soft">
          <span className="font-medium text-warn">Skipped:</span> {part.reason}.
        </p>
      );
    case 'denied':
      return (
        <div className="px-5 py-5 text-sm text-ink-soft">
          <p>
            <span className="font-medium text-warn">Not shown:</span> the app’s account lacks {part.missing}.
            An administrator can add it:
          </p>
          <code className="mt-2 block overflow-x-auto rounded-sm bg-sunken px-3 py-2 text-xs text-ink">
            {part.grant}
          </code>
        </div>
      );
    case 'failed':
      return (
        <p className="px-5 py-6 text-sm text-ink-soft">
          <span className="font-medium text-danger">Could not be read:</span> {part.message}
        </p>
      );
  }
}
