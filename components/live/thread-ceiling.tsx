'use client';
/** innodb_thread_concurrency, shown and, on a server of our own, changed. */
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { TextField } from '@/components/ui/field';
import type { PanelActs } from './panel-acts';
import { useAct } from './use-act';

interface ThreadCeilingProps {
  ceiling: number;
  isOwnServer: boolean;
  setThreadCeiling: PanelActs['setThreadCeiling'];
}

export function ThreadCeiling({ ceiling, isOwnServer, setThreadCeiling }: ThreadCeilingProps) {
  const [wanted, setWanted] = useState('');
  const act = useAct();
  if (!isOwnServer) {
    return (
      <p className="px-5 pb-4 text-xs text-ink-faint">
        innodb_thread_concurrency is {ceiling}. It can’t be changed here, since the app did not start this
        MySQL.
      </p>
    );
  }
  return (
    <form
      className="flex items-start gap-3 px-5 pb-4"
      onSubmit={(event) => {
        event.preventDefault();
        act.run(() => setThreadCeiling(Number(wanted)));
      }}
    >
      <div className="w-72 min-w-0">
        <TextField
          isCompact
          label="innodb_thread_concurrency"
          hint={`Now ${ceiling}${ceiling === 0 ? ', no ceiling' : ''}. Lasts until the server ends.`}
          error={act.refusal ?? undefined}
          type="number"
          min={0}
          max={1000}
          required
          value={wanted}
          onChange={(event) => setWanted(event.currentTarget.value)}
        />
      </div>
      <Button
        type="submit"
        tone="outline"
        size="sm"
        isPending={act.isPending}
        className="mt-[1.6875rem] shrink-0"
      >
        Set
      </Button>
    </form>
  );
}
