/** The arguments of `npm run sale`: every input of a sale, named as in the form. */
import type { ParseArgsConfig } from 'node:util';
import { arrivalPatterns } from './arrivals';
import { crashPoints } from './crash-points';
import { type NumberFieldName, numberFieldNames, numberFields } from './input-fields';
import { judgeInputs, recordings, reportings, type SaleInputs, spreads } from './inputs';
import { isScenarioId, scenarioIds, scenarios } from './scenarios';
import { strategyIds } from './strategies';
import { type VerdictWord, verdictWords } from './verdict';

export class UsageError extends Error {
  override name = 'UsageError';
}

const kebab = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

const INDENT = 24;
const WIDTH = 100;

/** The words of a list, in lines that fit a terminal, below each other. */
function wrapped(words: readonly string[]): string {
  const lines = [''];
  for (const [index, word] of words.entries()) {
    const text = index < words.length - 1 ? `${word}, ` : word;
    if (INDENT + (lines.at(-1) + text).length > WIDTH) lines.push('');
    lines[lines.length - 1] += text;
  }
  return lines.map((line) => line.trimEnd()).join(`\n${' '.repeat(INDENT)}`);
}

const choices = {
  arrival: arrivalPatterns,
  spread: spreads,
  'crash-point': ['none', ...crashPoints],
  reporting: reportings,
  'record-statements': recordings,
} as const;

export const commandLineOptions = {
  strategy: { type: 'string' },
  compare: { type: 'string' },
  scenario: { type: 'string' },
  expect: { type: 'string' },
  json: { type: 'boolean', default: false },
  ...Object.fromEntries(Object.keys(choices).map((name) => [name, { type: 'string' as const }])),
  ...Object.fromEntries(numberFieldNames.map((name) => [kebab(name), { type: 'string' as const }])),
} satisfies ParseArgsConfig['options'];

export const saleUsage = `npm run sale -- --strategy unit-pool [options]

Sells a stock to a crowd on a real MySQL and says whether each unit was sold exactly once.

  --strategy ID         ${wrapped(strategyIds)}
  --compare A,B,…       two to four strategies one after another, with the same buyers
  --scenario ID         inputs and strategies of one of
                        ${wrapped(scenarioIds)}
  --expect VERDICT      exit 3 when a verdict is another: ${verdictWords.join(', ')}
  --json                print one object and nothing else
${Object.entries(choices)
  .map(([name, values]) => `  --${name.padEnd(20)}${wrapped(values)}`)
  .join('\n')}
${numberFieldNames.map(usageOf).join('\n')}

Exit: 0 done, 1 it could not be carried out, 2 bad arguments, 3 another verdict than expected, 130 stopped.`;

function usageOf(name: NumberFieldName): string {
  const { label, unit, least, most, preset } = numberFields[name];
  const range = `${least} to ${most}${unit ? ` ${unit}` : ''}, default ${preset}`;
  return `  --${kebab(name).padEnd(20)}${label}: ${range}`;
}

export interface CommandLine {
  readonly inputs: SaleInputs;
  readonly scenario: string | null;
  readonly isJson: boolean;
  readonly isComparison: boolean;
  readonly expected: VerdictWord | undefined;
}

/** Throws: UsageError with a line for each argument that is wrong. */
export function readCommandLine(values: Readonly<Record<string, string | boolean | undefined>>): CommandLine {
  const { scenario, expect } = values;
  if (scenario !== undefined && !isScenarioId(scenario)) {
    throw new UsageError(`--scenario knows no "${scenario}"; there are ${scenarioIds.join(', ')}`);
  }
  if (expect !== undefined && !verdictWords.includes(expect as VerdictWord)) {
    throw new UsageError(`--expect has to be one of ${verdictWords.join(', ')}`);
  }
  if (values.strategy !== undefined && values.compare !== undefined) {
    throw new UsageError('--compare names the strategies; leave --strategy out');
  }
  const isComparison = values.compare !== undefined;
  const strategies = isComparison
    ? String(values.compare).split(',')
    : values.strategy !== undefined
      ? [values.strategy]
      : scenario === undefined
        ? []
        : scenarios[scenario].inputs.strategies;
  if (isComparison && strategies.length < 2) throw new UsageError('--compare needs two to four strategies');
  if (strategies.length === 0) {
    throw new UsageError(`--strategy is missing; there are ${strategyIds.join(', ')}`);
  }
  const given = Object.fromEntries(
    [...numberFieldNames, 'arrival', 'spread', 'crashPoint', 'reporting', 'recordStatements']
      .map((name) => [name, values[kebab(name)]] as const)
      .filter(([, value]) => value !== undefined),
  );
  const presets = scenario === undefined ? {} : scenarios[scenario].inputs;
  const { inputs, errors } = judgeInputs({ ...presets, ...given, strategies });
  if (errors) {
    const nameOf = (field: string) =>
      field === 'strategies' ? (isComparison ? 'compare' : 'strategy') : kebab(field);
    const lines = Object.entries(errors).map(([field, message]) => `--${nameOf(field)} ${message}`);
    throw new UsageError(lines.join('\n'));
  }
  return {
    inputs,
    scenario: scenario ?? null,
    isJson: values.json === true,
    isComparison: strategies.length > 1,
    expected: expect as VerdictWord | undefined,
  };
}
