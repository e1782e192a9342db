'use client';
/** A field for SQL of one's own, one a session. */
import { useEffect, useId, useRef, useState } from 'react';
import { Button } from '@/components/ui/button';

interface FreePlayProps {
  session: string;
  /** Whether the field takes the keyboard when it appears. */
  isFirst: boolean;
  isBlocked: boolean;
  isBusy: boolean;
  onSend: (sql: string) => Promise<boolean>;
}

export function FreePlay({ session, isFirst, isBlocked, isBusy, onSend }: FreePlayProps) {
  const [sql, setSql] = useState('');
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    if (isFirst) field.current?.focus();
  }, [isFirst]);
  const send = async () => {
    if (sql.trim() && !isBlocked && (await onSend(sql))) setSql('');
  };
  return (
    <form
      className="min-w-0"
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <label htmlFor={id} className="text-label">
        SQL for {session}
      </label>
      <textarea
        id={id}
        ref={field}
        value={sql}
        rows={4}
        spellCheck={false}
        autoCapitalize="off"
        placeholder="SELECT …"
        className="mt-1 w-full resize-y rounded-md border border-line-strong bg-surface px-3 py-2 font-mono text-xs placeholder:text-ink-faint"
        onChange={(event) => setSql(event.target.value)}
        onKeyDown={(event) => {
          // Back to the keys of the stage.
          if (event.key === 'Escape') field.current?.blur();
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
          event.preventDefault();
          void send();
        }}
      />
      <div className="mt-1.5 flex items-center justify-between gap-2">
        <span className="text-2xs text-ink-faint">
          {isBlocked ? `${session} waits` : 'Ctrl + Enter sends, Esc leaves'}
        </span>
        <Button type="submit" size="sm" tone="outline" isPending={isBusy} disabled={isBlocked}>
          Send to {session}
        </Button>
      </div>
    </form>
  );
}
