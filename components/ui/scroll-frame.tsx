/** A frame in which wide content scrolls sideways; focusable, so that the keyboard can scroll it, and named. */
import clsx from 'clsx';
import type { ReactNode } from 'react';

export function ScrollFrame({
  label,
  className,
  children,
}: {
  label: string;
  className?: string;
  children: ReactNode;
}) {
  const interaction = { role: 'group', tabIndex: 0, 'aria-label': label };
  return (
    <div {...interaction} className={clsx('relative min-w-0 overflow-x-auto', className)}>
      {children}
    </div>
  );
}
