'use client';
/** The list of keys, and the switch for those who want none: a single key may mean something else to their software. */
import { Dialog } from '@/components/ui/dialog';
import { CheckboxField } from '@/components/ui/field';
import { keyHelp } from './stage-keys';

interface KeysDialogProps {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  areOn: boolean;
  onSwitch: (areOn: boolean) => void;
}

export function KeysDialog({ isOpen, onOpenChange, areOn, onSwitch }: KeysDialogProps) {
  return (
    <Dialog
      title="Keys"
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      description="A presenter's remote works too: forward is a step, backward looks back."
    >
      <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-2 text-sm">
        {keyHelp.map(([keys, what]) => (
          <div key={keys} className="contents">
            <dt>
              <kbd className="rounded-sm border bg-sunken px-1.5 py-0.5 font-mono text-xs">{keys}</kbd>
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
      <div className="mt-5">
        <CheckboxField
          label="Use these keys on this page"
          checked={areOn}
          onChange={(event) => onSwitch(event.currentTarget.checked)}
        />
      </div>
    </Dialog>
  );
}
