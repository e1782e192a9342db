/** What a sale is given, judged field by field. */
import { z } from 'zod';
import { type ArrivalPattern, arrivalPatterns } from './arrivals';
import { type CrashPoint, crashPoints } from './crash-points';
import { type NumberField, type NumberFieldName, numberFieldNames, numberFields } from './input-fields';
import { isStrategyId, type StrategyId, strategies, strategyIds } from './strategies';

export const spreads = ['even', 'uneven'] as const;
/** even: every location has as much; uneven: each has half of the one before. */
export type Spread = (typeof spreads)[number];

export const reportings = ['on', 'off'] as const;
export type Reporting = (typeof reportings)[number];

export const recordings = ['off', 'on'] as const;
export type Recording = (typeof recordings)[number];

export type SaleNumbers = Readonly<Record<NumberFieldName, number>>;

export interface SaleInputs extends SaleNumbers {
  /** One to four; they are run one after another, with the same buyers. */
  readonly strategies: readonly StrategyId[];
  readonly arrival: ArrivalPattern;
  readonly spread: Spread;
  readonly crashPoint: CrashPoint | 'none';
  /** off: no frames while the sale goes on, to see what they cost the simulator. */
  readonly reporting?: Reporting;
  /** on: what each hold sent to MySQL is kept in the run's schema, for the panel. */
  readonly recordStatements?: Recording;
}

/** What one run is given: the inputs of its sale with one strategy. */
export type RunInputs = Omit<SaleInputs, 'strategies'> & { readonly strategy: StrategyId };

export type FieldErrors = Partial<Record<keyof SaleInputs, string>>;
export type JudgedInputs =
  | { readonly inputs: SaleInputs; readonly errors?: undefined }
  | { readonly inputs?: undefined; readonly errors: FieldErrors };

const grouped = new Intl.NumberFormat('en-GB');

function numberSchema({ least, most, preset, isFraction, unit }: NumberField) {
  const kind = isFraction ? 'a number' : 'a whole number';
  const error =
    `has to be ${kind} from ${grouped.format(least)} to ${grouped.format(most)} ${unit}`.trimEnd();
  const number = z.coerce.number({ error }).min(least, error).max(most, error);
  return z.preprocess(
    (value) => (value === '' || value === undefined ? preset : value),
    isFraction ? number : number.int(error),
  );
}

function choice<const T extends readonly [string, ...string[]]>(values: T, preset: T[number]) {
  return z.enum(values, { error: `has to be one of ${values.join(', ')}` }).default(preset as never);
}

const numbers = Object.fromEntries(numberFieldNames.map((name) => [name, numberSchema(numberFields[name])]));

const schema = z
  .object({
    ...numbers,
    strategies: z
      .array(
        z.string().refine(isStrategyId, {
          error: ({ input }) => `knows no "${input}"; there are ${strategyIds.join(', ')}`,
        }),
      )
      .min(1, 'needs a strategy')
      .max(4, 'takes at most four strategies, one after another')
      .refine((list) => new Set(list).size === list.length, 'names a strategy twice'),
    arrival: choice(arrivalPatterns, 'burst'),
    spread: choice(spreads, 'even'),
    crashPoint: choice(['none', ...crashPoints], 'none'),
    reporting: choice(reportings, 'on'),
    recordStatements: choice(recordings, 'off'),
  })
  .superRefine((value, context) => {
    const inputs = value as unknown as SaleInputs;
    const refuse = (field: keyof SaleInputs, message: string) =>
      context.addIssue({ code: 'custom', path: [field], message });
    const { declineShare, abandonShare, timeOutShare } = inputs;
    if (declineShare + abandonShare + timeOutShare > 100) {
      refuse('declineShare', 'makes more than 100 % together with abandoned and paid too late');
    }
    if (inputs.linesPerCart > inputs.items) {
      refuse('linesPerCart', `is more than the ${inputs.items} different items on sale`);
    }
    if (inputs.stock < inputs.items * inputs.locations) {
      refuse(
        'stock',
        `has to give each of ${inputs.items * inputs.locations} item-and-location pairs a unit`,
      );
    }
    const usesRedis = inputs.strategies.some((id) => isStrategyId(id) && strategies[id].needs === 'redis');
    if (inputs.crashPoint === 'claim-redis-cut' && !usesRedis) {
      refuse('crashPoint', 'needs a strategy with Redis');
    }
    if (inputs.crashPoint === 'mid-refill') {
      const isRefilled = inputs.strategies.every((id) => isStrategyId(id) && strategies[id].hasRefills);
      if (!isRefilled) refuse('crashPoint', 'needs strategies that refill a pool');
      else if (inputs.stock <= inputs.poolCap * inputs.items * inputs.locations) {
        refuse('crashPoint', 'needs more stock than the pools hold, or nothing is refilled');
      }
    }
  });

/** The inputs with presets for what is missing, or what is wrong with each field. Nothing else happens. */
export function judgeInputs(raw: Readonly<Record<string, unknown>>): JudgedInputs {
  const judged = schema.safeParse(raw);
  if (judged.success) return { inputs: judged.data as unknown as SaleInputs };
  const errors: FieldErrors = {};
  for (const { path, message } of judged.error.issues) {
    errors[path[0] as keyof SaleInputs] ??= message;
  }
  return { errors };
}

/** The inputs of each run of the sale, in the order in which they are run. */
export function runsOf({ strategies, ...rest }: SaleInputs): RunInputs[] {
  return strategies.map((strategy) => ({ ...rest, strategy }));
}
