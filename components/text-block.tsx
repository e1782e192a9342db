/** The frame of a text as it is sent, to MySQL or to Redis: its name and purpose above it, and a button that copies it. */
import clsx from 'clsx';
import type { ReactNode } from 'react';
import { CopyButton } from './copy-button';

interface TextBlockProps {
  name: string;
  purpose: string;
  /** What is copied. */
  text: string;
  className?: string;
  children: ReactNode;
}

export function TextBlock({ name, purpose, text, className, children }: TextBlockProps) {
  return (
    <figure className={clsx('min-w-0 overflow-hidden rounded-lg border bg-surface', className)}>
      <figcaption className="flex items-start justify-between gap-4 border-b py-2.5 pr-2 pl-[1.125rem]">
        <div className="min-w-0 py-1">
          <p className="font-mono text-xs font-medium">{name}</p>
          <p className="mt-0.5 text-sm text-ink-soft">{purpose}</p>
        </div>
        <CopyButton text={text} />
      </figcaption>
      {children}
    </figure>
  );
}
