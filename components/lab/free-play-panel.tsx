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
  const { hasFreePlay, sessions, freePlay } = lab;
  const columns = { '--columns': `repeat(${sessions.length}, minmax(0, 1fr))` } as CSSProperties;
  return (
    <section aria-label="Free play" className="mt-6 rounded-lg border bg-surface p-4 print:hidden">
      <p className="text-sm font-semibold">Free play</p>
      {!hasFreePlay && (
        <div className="mt-3">
          <Notice tone="warn" title="Shut on this server">
            Free play needs a MySQL user of its own for each visitor, and this server doesn't let the app make
            one (CREATE USER). The scenario's own steps go on working.
          </Notice>
        </div>
      )}
      {hasFreePlay && (
        <p className="mt-0.5 max-w-prose text-sm text-ink-soft">
          Your statements run in the sessions above, in a schema of your own, as a MySQL user that reaches
          nothing else. From the first one on, the scenario's claims no longer bind; "Back to start" begins
          anew. A statement may run for {freePlay.seconds} s without waiting, a result shows{' '}
          {freePlay.resultRows} rows, a write may change {freePlay.changedRows.toLocaleString('en')}.
        </p>
      )}
      {refusal && (
        <div className="mt-3">
          <Notice tone="warn" isAnswer title="Not sent">
            {refusal}
          </Notice>
        </div>
      )}
      {hasFreePlay && (
        <div className="mt-3 grid gap-4 sm:grid-cols-(--columns)" style={columns}>
          {sessions.map(({ name, isBlocked }, place) => (
            <FreePlay
              key={name}
              session={name}
              isFirst={place === 0}
              isBlocked={isBlocked}
              isBusy={isBusy}
              onSend={(sql) => onSend(name, sql)}
            />
          ))}
        </div>
      )}
    </section>
  );
}
