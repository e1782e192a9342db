'use client';
/** All inputs of a sale in groups; the two that everybody changes are always in sight. */
import type { FieldErrors, NumberFieldName } from '@/simulator/index';
import { formatNumber } from '../format';
import { SelectField, TextField } from '../ui/field';
import type { SaleFormOptions, Values } from './sale-form';

interface InputGroupsProps {
  options: SaleFormOptions;
  values: Values;
  errors: FieldErrors;
  onChange: (name: string, value: string) => void;
}

type ChoiceKind = 'arrival' | 'spread' | 'crash' | 'record';

const groups: readonly {
  title: string;
  fields: readonly NumberFieldName[];
  extras?: readonly ChoiceKind[];
}[] = [
  {
    title: 'The crowd',
    fields: ['buyers', 'arrivalSeconds', 'patienceSeconds', 'seed'],
    extras: ['arrival'],
  },
  { title: 'The stock', fields: ['stock', 'items', 'locations', 'poolCap'], extras: ['spread'] },
  { title: 'The carts', fields: ['linesPerCart', 'unitsPerLine'] },
  {
    title: 'The payments',
    fields: ['paymentMs', 'paymentSpread', 'declineShare', 'abandonShare', 'timeOutShare', 'holdSeconds'],
  },
  { title: 'The database', fields: ['connections', 'roundTripDelayMs'], extras: ['crash', 'record'] },
  { title: 'The money', fields: ['priceMinor', 'cancelCostMinor'] },
];

const arrivalWords = {
  burst: 'burst: most at the start',
  ramp: 'ramp: more and more',
  steady: 'steady: at even distances',
  poisson: 'at random, at a constant rate',
};
const recordingWords = { off: 'no', on: 'yes' };
const spreadWords = { even: 'even: as much everywhere', uneven: 'uneven: each half of the one before' };

export function InputGroups(props: InputGroupsProps) {
  const { errors } = props;
  const hasHiddenError = Object.keys(errors).some((name) => name !== 'strategies');
  return (
    <details className="group border-t border-b" open={hasHiddenError || undefined}>
      <summary className="flex items-baseline gap-3 py-4 text-subtitle marker:content-none">
        <span aria-hidden="true" className="text-ink-faint transition-transform group-open:rotate-90">
          ›
        </span>
        <span className="whitespace-nowrap">All inputs</span>
        <span className="font-sans text-sm font-normal tracking-normal text-ink-faint">
          crowd, stock, carts, payments, database, money
        </span>
      </summary>
      <div className="space-y-8 pb-8">
        {groups.map(({ title, fields, extras = [] }) => (
          <fieldset key={title}>
            <legend className="text-sm font-semibold">{title}</legend>
            <div className="mt-3 grid grid-cols-1 gap-x-6 gap-y-5 sm:grid-cols-2 lg:grid-cols-4">
              {fields.map((name) => (
                <NumberInput key={name} name={name} {...props} />
              ))}
              {extras.map((kind) => (
                <ChoiceInput key={kind} kind={kind} {...props} />
              ))}
            </div>
          </fieldset>
        ))}
      </div>
    </details>
  );
}

function NumberInput({
  name,
  options,
  values,
  errors,
  onChange,
}: InputGroupsProps & { name: NumberFieldName }) {
  const { label, hint, unit, least, most, isFraction } = options.fields[name];
  const error = errors[name];
  return (
    <TextField
      name={name}
      label={unit ? `${label}, ${unit}` : label}
      hint={`${hint} ${formatNumber(least, least % 1 === 0 ? 0 : 1)} to ${formatNumber(most)}.`}
      error={error && `This ${error}.`}
      inputMode={isFraction ? 'decimal' : 'numeric'}
      value={values[name] ?? ''}
      onChange={(event) => onChange(name, event.target.value)}
      autoComplete="off"
    />
  );
}

function ChoiceInput({ kind, options, values, errors, onChange }: InputGroupsProps & { kind: ChoiceKind }) {
  const choices = {
    arrival: {
      name: 'arrival',
      label: 'Arrivals',
      hint: 'When the buyers come.',
      list: options.arrivals.map((id) => [id, arrivalWords[id]] as const),
    },
    spread: {
      name: 'spread',
      label: 'Spread over locations',
      hint: 'How the stock lies at the start.',
      list: options.spreads.map((id) => [id, spreadWords[id]] as const),
    },
    crash: {
      name: 'crashPoint',
      label: 'Crash the shop',
      hint: 'Kills the process in the middle of the sale; the verdict shows what is left.',
      list: [['none', 'no'] as const, ...options.crashPoints.map(({ id, label }) => [id, label] as const)],
    },
    record: {
      name: 'recordStatements',
      label: 'Record statements',
      hint: 'Keeps what each hold sends to MySQL; the live panel shows it with a unit’s life. Costs speed.',
      list: options.recordings.map((id) => [id, recordingWords[id]] as const),
    },
  }[kind];
  const error = errors[choices.name as keyof FieldErrors];
  return (
    <SelectField
      name={choices.name}
      label={choices.label}
      hint={choices.hint}
      error={error && `This ${error}.`}
      value={values[choices.name]}
      onChange={(event) => onChange(choices.name, event.target.value)}
    >
      {choices.list.map(([id, text]) => (
        <option key={id} value={id}>
          {text}
        </option>
      ))}
    </SelectField>
  );
}
