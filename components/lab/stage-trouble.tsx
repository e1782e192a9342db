/** Why there is no lab to step at the moment, and what to do about it. */
import { Button } from '@/components/ui/button';
import { Notice } from '@/components/ui/notice';
import type { LabTrouble } from './use-lab';

export function StageTrouble({ trouble, onRetry }: { trouble: LabTrouble; onRetry: () => void }) {
  const again = (label: string) => (
    <Button tone="outline" size="sm" onClick={onRetry}>
      {label}
    </Button>
  );
  switch (trouble.kind) {
    case 'full':
      return (
        <Notice tone="warn" isAnswer title="All places in the lab are taken" actions={again('Try again')}>
          {trouble.most} {trouble.most === 1 ? 'visitor is' : 'visitors are'} stepping at the moment, each
          with sessions of their own. Somebody who leaves or falls asleep makes room.
        </Notice>
      );
    case 'gone':
      return (
        <Notice tone="neutral" isAnswer title="This lab has been closed" actions={again('Start again')}>
          It was left alone for too long, or you opened a lab in another tab. Its sessions are rolled back and
          its tables are dropped.
        </Notice>
      );
    case 'offline':
      return (
        <Notice tone="danger" isAnswer title="The server does not answer" actions={again('Try again')}>
          What the sessions were doing is rolled back when it hears nothing of this page for a while.
        </Notice>
      );
    default:
      return (
        <Notice tone="danger" isAnswer title="The scenario could not be set up" actions={again('Try again')}>
          {trouble.reason} Everything it had made is removed again.
        </Notice>
      );
  }
}
