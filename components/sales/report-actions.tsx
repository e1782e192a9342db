'use client';
/** What can be done with a run that is over: run it again, take it along, print it. `replay` is the server action. */
import { Download, Printer, RotateCcw } from 'lucide-react';
import { useActionState } from 'react';
import { Button, buttonClass } from '../ui/button';
import { noAnswer, type SaleFormState } from './form-state';
import { RefusedNotice } from './refused-notice';

interface ReportActionsProps {
  runId: number;
  replay: (state: SaleFormState) => Promise<SaleFormState>;
}

export function ReportActions({ runId, replay }: ReportActionsProps) {
  const [answer, act, isPending] = useActionState(replay, noAnswer);
  const icon = 'size-4';
  return (
    <div className="print:hidden">
      <form action={act} className="flex flex-wrap gap-2">
        <Button type="submit" isPending={isPending}>
          <RotateCcw aria-hidden="true" className={icon} />
          Run it again
        </Button>
        <a href={`/api/runs/${runId}/export?format=json`} className={buttonClass({ tone: 'outline' })}>
          <Download aria-hidden="true" className={icon} />
          JSON
        </a>
        <a href={`/api/runs/${runId}/export?format=csv`} className={buttonClass({ tone: 'outline' })}>
          <Download aria-hidden="true" className={icon} />
          CSV
        </a>
        <Button tone="outline" onClick={() => print()}>
          <Printer aria-hidden="true" className={icon} />
          Print
        </Button>
      </form>
      {answer.refusedFor !== undefined && (
        <div className="mt-4 max-w-xl">
          <RefusedNotice runId={answer.refusedFor} />
        </div>
      )}
    </div>
  );
}
