'use client';
/** How shops become pods: by traffic, by percentage, or as listed. Only the field that counts is shown. */
import { useState } from 'react';
import { ActionForm } from '@/components/admin/action-form';
import type { AnswerAction } from '@/components/admin/answer';
import { AnswerSelect, AnswerText, AnswerTextarea } from '@/components/admin/answer-fields';

interface GroupingFormProps {
  action: AnswerAction;
  version: number;
  by: 'traffic' | 'percentage' | 'list';
  hours: number;
  /** The pods as they are, a line each. */
  lists: string;
}

export function GroupingForm({ action, version, by, hours, lists }: GroupingFormProps) {
  const [chosen, choose] = useState<string>(by);
  return (
    <ActionForm action={action} submitLabel="Make the pods" submitTone="outline">
      <input type="hidden" name="seenVersion" value={version} />
      <AnswerSelect
        name="by"
        label="Shops go together"
        defaultValue={by}
        onChange={(event) => choose(event.currentTarget.value)}
      >
        <option value="traffic">by traffic: each pod the same share</option>
        <option value="percentage">by percentage of the shops</option>
        <option value="list">as listed</option>
      </AnswerSelect>
      <div hidden={chosen !== 'traffic'}>
        <AnswerText
          name="pods"
          label="Pods"
          hint="Quiet shops go first, the busiest last."
          defaultValue={4}
          inputMode="numeric"
          autoComplete="off"
        />
      </div>
      <div hidden={chosen !== 'percentage'}>
        <AnswerText
          name="cuts"
          label="Gone after each pod, in %"
          hint="5, 25, 100: first the quietest 5 %, then the next 20 %, then the rest."
          defaultValue="5, 25, 50, 100"
          autoComplete="off"
        />
      </div>
      <div hidden={chosen !== 'list'}>
        <AnswerTextarea
          name="lists"
          label="Numbers of shops, a pod to a line"
          hint="1, 4-6. Shops that are not listed take no part."
          defaultValue={lists}
          rows={4}
        />
      </div>
      <AnswerText
        name="hours"
        label="Traffic of the last hours"
        hint="Checkouts that were begun since then are counted when the pods are made."
        defaultValue={hours}
        inputMode="numeric"
        autoComplete="off"
      />
    </ActionForm>
  );
}
