'use client';
/** The form that starts a sale: a scenario fills it in, every input can be changed, each error stands at its field. */
import { useActionState, useState } from 'react';
import type {
  ArrivalPattern,
  CrashPoint,
  NumberField,
  NumberFieldName,
  Recording,
  Spread,
} from '@/simulator/index';
import { formatCount } from '../format';
import { Button } from '../ui/button';
import { noAnswer, type SaleFormState } from './form-state';
import { InputGroups } from './input-groups';
import { RefusedNotice } from './refused-notice';
import { ScenarioCards, type ScenarioChoice } from './scenario-cards';
import { type StrategyChoice, StrategyPicker } from './strategy-picker';

export interface SaleFormOptions {
  scenarios: readonly ScenarioChoice[];
  strategies: readonly StrategyChoice[];
  fields: Record<NumberFieldName, NumberField>;
  arrivals: readonly ArrivalPattern[];
  spreads: readonly Spread[];
  recordings: readonly Recording[];
  crashPoints: readonly { id: CrashPoint; label: string; hint: string }[];
}

interface SaleFormProps {
  options: SaleFormOptions;
  start: (state: SaleFormState, form: FormData) => Promise<SaleFormState>;
  /** The scenario that is chosen at first. */
  firstScenario: string;
}

export type Values = Record<string, string>;

export function SaleForm({ options, start, firstScenario }: SaleFormProps) {
  const presets = presetsOf(options);
  const [scenario, setScenario] = useState(firstScenario);
  const [values, setValues] = useState<Values>(() => valuesOf(options, presets, firstScenario));
  const [picked, setPicked] = useState<string[]>(() => strategiesOf(options, firstScenario));
  const [answer, act, isPending] = useActionState(start, noAnswer);
  const errors = answer.errors;
  const errorCount = Object.keys(errors).length;

  const choose = (id: string) => {
    setScenario(id);
    setValues(valuesOf(options, presets, id));
    setPicked(strategiesOf(options, id));
  };

  return (
    <form action={act} className="space-y-12" noValidate>
      <input type="hidden" name="scenario" value={scenario} />
      <section aria-labelledby="scenario">
        <h2 id="scenario" className="text-title">
          What happens
        </h2>
        <ScenarioCards className="mt-5" scenarios={options.scenarios} chosen={scenario} onChoose={choose} />
      </section>
      <section aria-labelledby="strategy">
        <h2 id="strategy" className="text-title">
          How the shop sells
        </h2>
        <p className="mt-2 max-w-2xl text-[0.9375rem] text-ink-soft">
          One strategy, or two to four. They are run one after another, each with the very same buyers.
        </p>
        <StrategyPicker
          className="mt-5"
          strategies={options.strategies}
          picked={picked}
          onPick={setPicked}
          error={errors.strategies}
        />
      </section>
      <InputGroups
        options={options}
        values={values}
        errors={errors}
        onChange={(name, value) => setValues((before) => ({ ...before, [name]: value }))}
      />
      {answer.refusedFor !== undefined && <RefusedNotice runId={answer.refusedFor} />}
      <div className="sticky bottom-0 z-10 -mx-2 flex flex-wrap items-center gap-x-6 gap-y-2 border-t bg-paper px-2 py-4">
        <Button type="submit" size="lg" isPending={isPending}>
          {isPending ? 'Opening the doors' : 'Start the sale'}
        </Button>
        <p className="text-sm text-ink-soft tabular-nums">
          {formatCount(Number(values.buyers) || 0, 'buyer')}, {formatCount(Number(values.stock) || 0, 'unit')}
          , {picked.length === 1 ? 'one strategy' : `${picked.length} strategies`}
        </p>
        {errorCount > 0 && (
          <p role="alert" className="text-sm font-medium text-danger">
            {errorCount === 1 ? 'One field needs another look.' : `${errorCount} fields need another look.`}
          </p>
        )}
      </div>
    </form>
  );
}

function presetsOf({ fields }: SaleFormOptions): Values {
  const numbers = Object.entries(fields).map(([name, { preset }]) => [name, String(preset)]);
  return {
    ...Object.fromEntries(numbers),
    arrival: 'burst',
    spread: 'even',
    crashPoint: 'none',
    recordStatements: 'off',
  };
}

function strategiesOf({ scenarios }: SaleFormOptions, id: string): string[] {
  return [...(scenarios.find((one) => one.id === id)?.inputs.strategies ?? [])];
}

function valuesOf({ scenarios }: SaleFormOptions, presets: Values, id: string): Values {
  const inputs = scenarios.find((one) => one.id === id)?.inputs ?? {};
  const given = Object.entries(inputs)
    .filter(([name]) => name !== 'strategies')
    .map(([name, value]) => [name, String(value)]);
  return { ...presets, ...Object.fromEntries(given) };
}
