'use client';
/** One change of stock: the form, what the figures will be, and an undo once it is made. */
import { startTransition, useState } from 'react';
import { v7 as uuidv7 } from 'uuid';
import { ActionForm } from '@/components/admin/action-form';
import { type Answer, type AnswerAction, idleAnswer } from '@/components/admin/answer';
import { AnswerSelect, AnswerText } from '@/components/admin/answer-fields';
import { SeenField } from '@/components/admin/seen-field';
import { formatCount, formatNumber } from '@/components/format';
import { Dialog } from '@/components/ui/dialog';
import { useToast } from '@/components/ui/toast';
import { adjust, move, receive, setCount, undo } from '../actions';
import type { LevelView } from './level-table';

export type StockChangeKind = 'receive' | 'adjust' | 'count' | 'move';

const kinds: Record<
  StockChangeKind,
  { title: string; action: AnswerAction; field: string; label: string; submit: string }
> = {
  receive: {
    title: 'Receive units',
    action: receive,
    field: 'quantity',
    label: 'Units that arrived',
    submit: 'Receive',
  },
  adjust: {
    title: 'Adjust stock',
    action: adjust,
    field: 'delta',
    label: 'Units more, or fewer with a minus',
    submit: 'Adjust',
  },
  count: {
    title: 'Set a count',
    action: setCount,
    field: 'counted',
    label: 'Units counted, held ones included',
    submit: 'Set count',
  },
  move: { title: 'Move units', action: move, field: 'quantity', label: 'Units to move', submit: 'Move now' },
};

interface StockDialogProps {
  kind: StockChangeKind;
  shop: string;
  inventoryItemId: number;
  level: LevelView;
  destinations: LevelView[];
  onClose: () => void;
}

export function StockDialog({ kind, shop, inventoryItemId, level, destinations, onClose }: StockDialogProps) {
  const { title, action, field, label, submit } = kinds[kind];
  const [typed, setTyped] = useState('');
  const [referenceId] = useState(() => uuidv7());
  const showUndo = useUndo();
  return (
    <Dialog title={`${title} in ${level.name}`} isOpen onOpenChange={(isOpen) => isOpen || onClose()}>
      <ActionForm
        action={action}
        submitLabel={submit}
        isQuiet
        onDone={(answer) => {
          showUndo(answer);
          onClose();
        }}
      >
        <input type="hidden" name="shop" value={shop} />
        <input type="hidden" name="inventoryItemId" value={inventoryItemId} />
        <input type="hidden" name="locationId" value={level.locationId} />
        <input type="hidden" name="referenceId" value={referenceId} />
        <SeenField name="onHand" seen={level.onHand} />
        {/* Typed text is kept by the action's answer; this only feeds the figures below. */}
        <AnswerText
          name={field}
          label={label}
          inputMode={kind === 'adjust' ? 'text' : 'numeric'}
          autoComplete="off"
          autoFocus
          onChange={(event) => setTyped(event.target.value)}
        />
        {kind === 'move' && (
          <AnswerSelect name="toLocationId" label="To" defaultValue="">
            <option value="">Choose a location</option>
            {destinations.map(({ locationId, name, onHand }) => (
              <option key={locationId} value={locationId}>
                {name} ({formatCount(onHand, 'unit')} on hand)
              </option>
            ))}
          </AnswerSelect>
        )}
        <AnswerText
          name="note"
          label={kind === 'adjust' ? 'Reason' : 'Note'}
          hint={
            kind === 'adjust'
              ? 'Kept in the ledger: damaged, stolen, found …'
              : 'Optional, kept in the ledger.'
          }
          maxLength={200}
        />
        <Outlook kind={kind} typed={typed} level={level} />
      </ActionForm>
    </Dialog>
  );
}

/** The figures after the change, before it is made. */
function Outlook({ kind, typed, level }: { kind: StockChangeKind; typed: string; level: LevelView }) {
  const text = typed.trim().replace(/[,\s]/g, '').replace('−', '-');
  const value = /^[-+]?\d+$/.test(text) ? Number(text) : null;
  const change =
    value === null ? 0 : kind === 'count' ? value - level.onHand : kind === 'move' ? -value : value;
  const onHand = level.onHand + change;
  const isShort = -change > level.available;
  return (
    <div className="rounded-md bg-sunken px-4 py-3 text-sm">
      <dl className="grid grid-cols-3 gap-x-4">
        <Figure label="On hand" before={level.onHand} after={onHand} />
        <Figure label="Available" before={level.available} after={level.available + change} />
        <Figure label="Held" before={level.held} after={level.held} />
      </dl>
      {isShort && (
        <p className="mt-2 text-danger">
          {level.available === 0 ? 'No unit' : `Only ${formatCount(level.available, 'unit')}`} can go
          {level.held > 0 && `: ${formatNumber(level.held)} of ${formatNumber(level.onHand)} are held`}.
        </p>
      )}
    </div>
  );
}

function Figure({ label, before, after }: { label: string; before: number; after: number }) {
  return (
    <div>
      <dt className="text-label">{label}</dt>
      <dd className="font-medium">
        {before === after ? (
          formatNumber(before)
        ) : (
          <>
            <span className="text-ink-faint">{formatNumber(before)}</span> → {formatNumber(after)}
          </>
        )}
      </dd>
    </div>
  );
}

/** Says what was done, with an undo that says in turn what came of it. */
function useUndo(): (answer: Answer) => void {
  const toast = useToast();
  return ({ message, undo: fields }) => {
    if (!message) return;
    const takeBack = () => {
      const form = new FormData();
      for (const [name, value] of Object.entries(fields ?? {})) form.set(name, value);
      form.set('referenceId', uuidv7());
      startTransition(async () => {
        const answer = await undo(idleAnswer, form);
        toast({ title: answer.message ?? 'Nothing was changed.' });
      });
    };
    toast({ title: message, undo: fields ? takeBack : undefined });
  };
}
