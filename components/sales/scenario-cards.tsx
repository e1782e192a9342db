'use client';
import clsx from 'clsx';
import type { SaleInputs } from '@/simulator/index';
import { formatCount } from '../format';

export interface ScenarioChoice {
  id: string;
  title: string;
  story: string;
  lookAt: string;
  inputs: Partial<SaleInputs>;
}

interface ScenarioCardsProps {
  scenarios: readonly ScenarioChoice[];
  chosen: string;
  onChoose: (id: string) => void;
  className?: string;
}

/** The named sales, one of which is chosen: radio buttons that look like cards. */
export function ScenarioCards({ scenarios, chosen, onChoose, className }: ScenarioCardsProps) {
  return (
    <fieldset className={className}>
      <legend className="sr-only">Scenario</legend>
      <div className="grid grid-cols-1 gap-3 sm:grid-cols-2 lg:grid-cols-3">
        {scenarios.map(({ id, title, story, lookAt, inputs }) => (
          <label
            key={id}
            className={clsx(
              'flex cursor-pointer flex-col rounded-lg border bg-surface p-5 has-focus-visible:outline-2 has-focus-visible:outline-accent',
              id === chosen ? 'border-ink ring-1 ring-ink' : 'hover:border-line-strong',
            )}
          >
            <input
              type="radio"
              name="scenarioCard"
              value={id}
              checked={id === chosen}
              onChange={() => onChoose(id)}
              className="sr-only"
            />
            <span className="text-subtitle">{title}</span>
            <span className="mt-1.5 text-[0.9375rem] text-ink-soft">{story}</span>
            <span className="mt-3 text-sm text-ink-faint">Look at: {lookAt}</span>
            <span className="mt-auto pt-4 text-xs text-ink-faint tabular-nums">
              {formatCount(inputs.stock ?? 0, 'unit')}, {formatCount(inputs.buyers ?? 0, 'buyer')} within{' '}
              {inputs.arrivalSeconds} s
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
