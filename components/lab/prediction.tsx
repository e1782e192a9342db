'use client';
/** What will happen? Asked before the step; answered by the server. */
import clsx from 'clsx';
import { Check, X } from 'lucide-react';
import type { StepView } from './scenario-view';

type Question = NonNullable<StepView['question']>;

interface PredictionProps {
  question: Question;
  chosen: number | undefined;
  onChoose: (option: number) => void;
}

export function Prediction({ question, chosen, onChoose }: PredictionProps) {
  return (
    <fieldset className="rounded-md border border-accent/40 bg-accent-soft px-4 py-3">
      <legend className="sr-only">Prediction</legend>
      <p className="text-[0.9375rem] font-medium">{question.ask}</p>
      <div className="mt-2 flex flex-wrap gap-2">
        {question.options.map((text, option) => (
          <label
            key={text}
            className={clsx(
              'inline-flex cursor-pointer items-center gap-2 rounded-md border bg-surface px-3 py-1.5 text-sm has-focus-visible:outline-2 has-focus-visible:outline-accent',
              chosen === option ? 'border-accent font-medium' : 'border-line-strong hover:border-ink',
            )}
          >
            <input
              type="radio"
              name="prediction"
              className="accent-(--color-accent) outline-none"
              checked={chosen === option}
              onChange={() => onChoose(option)}
            />
            {text}
            <span aria-hidden="true" className="font-mono text-2xs text-ink-faint">
              {option + 1}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

interface AnsweredProps {
  question: Question;
  chosen: number | undefined;
  right: number | undefined;
}

/** What was predicted and what came true. */
export function Answered({ question, chosen, right }: AnsweredProps) {
  if (right === undefined || right < 0) return null;
  const wasRight = chosen === right;
  const Icon = wasRight ? Check : X;
  return (
    <p className="mb-1 text-sm">
      <span className="text-ink-soft">{question.ask} </span>
      <strong className="font-semibold">{question.options[right]}.</strong>
      {chosen !== undefined && (
        <span className={clsx('ml-2 inline-flex items-center gap-1', wasRight ? 'text-good' : 'text-danger')}>
          <Icon aria-hidden="true" className="size-3.5" />
          {wasRight ? 'as you said' : `you said: ${question.options[chosen]}`}
        </span>
      )}
    </p>
  );
}
