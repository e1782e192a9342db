/**
 * A sentence that tells what has happened or must be known before going on: sold out, busy, declined, expired. `role` is
 * "alert" when it answers something the visitor just did.
 */
import clsx from 'clsx';
import type { ReactNode } from 'react';

export type NoticeTone = 'neutral' | 'good' | 'warn' | 'danger' | 'accent';

interface NoticeProps {
  tone?: NoticeTone;
  title: string;
  children?: ReactNode;
  /** Buttons or links: the way out. */
  actions?: ReactNode;
  isAnswer?: boolean;
}

const tones: Record<NoticeTone, string> = {
  neutral: 'border-line-strong bg-surface',
  good: 'border-good bg-good-soft',
  warn: 'border-warn bg-warn-soft',
  danger: 'border-danger bg-danger-soft',
  accent: 'border-accent bg-accent-soft',
};

export function Notice({ tone = 'neutral', title, children, actions, isAnswer = false }: NoticeProps) {
  return (
    <div
      role={isAnswer ? 'alert' : undefined}
      className={clsx('rounded-md border-l-3 px-5 py-4', tones[tone])}
    >
      <p className="font-semibold">{title}</p>
      {children && <div className="mt-1 text-[0.9375rem] text-ink-soft">{children}</div>}
      {actions && <div className="mt-3 flex flex-wrap gap-2.5">{actions}</div>}
    </div>
  );
}
