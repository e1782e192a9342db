'use client';
/** Fields for SQL of one's own, one a session, and why something was not sent. */
import type { CSSProperties } from 'react';
import { Notice } from '@/components/ui/notice';
import type { LabSnapshot } from '@/lab/index';
import { FreePlay } from './free-play';

interface FreePlayPanelProps {
  lab: LabSnapshot;
  isBusy: boolean;
  refusal: string | undefined;
  onSend: (session: LabSnapshot['sessions'][number]['name'], sql: string) => Promise<boolean>;
}

export function FreePlayPanel({ lab, isBusy, refusal, onSend }: FreePlayPanelProps) {
  const columns = { '--columns': `repeat(${lab.sessions.length}, minmax(0, 1fr))` } as CSSProperties;
  return (
    <section aria-label="Free play" className="mt-6 rounded-lg border bg-surface p-4 print:hidden">
      <p className="text-sm font-semibold">Free play</p>
      <p className="mt-0.5 max-w-prose text-sm text-ink-soft">
        Your statements run in the sessions above, in a schema of your own. From the first one on, the
        scenario's claims no longer bind; "Back to start" begins anew.
      </p>
      {!lab.hasFreePlay && (
        <p className="mt-2 text-sm text-warn">
          This server doesn't let the app make a MySQL user for each visitor, so free play is shut.
        </p>
      )}
      {refusal && (
        <div className="mt-3">
          <Notice tone="warn" isAnswer title="Not sent">
            {refusal}
          </Notice>
        </div>
      )}
      <div className="mt-3 grid gap-4 sm:grid-cols-(--columns)" style={columns}>
        {lab.sessions.map(({ name, isBlocked }) => (
          <FreePlay
            key={name}
            session={name}
            isBlocked={isBlocked}
            isBusy={isBusy}
            onSend={(sql) => onSend(name, sql)}
          />
        ))}
      </div>
    </section>
  );
}
