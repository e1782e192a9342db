/** What a run was given and where it took place, in words: the same on the page and on paper. */
import type { Environment, NumberField, RunInputs } from '@/simulator/index';
import { formatCount, formatMoney, formatNumber } from '../format';
import { CURRENCY } from './words';

export const whatASizeProves =
  'Buyers, shop and database share this machine. Whether a unit was sold twice, refused wrongly or lost is proven by the tables and holds on any machine. The speeds compare strategies with each other here; they don’t say how many buyers a server of yours would bear.';

/** Each input with its name, in the order of the form. */
export function inputTexts(inputs: RunInputs, fields: Record<string, NumberField>): [string, string][] {
  return [
    ...Object.entries(fields).map(([name, { label, unit }]): [string, string] => [
      label,
      inputText(Number(inputs[name as keyof RunInputs]), unit),
    ]),
    ['Arrivals', inputs.arrival],
    ['Spread', inputs.spread],
    ['Crash point', inputs.crashPoint],
  ];
}

/** An input with its unit, which is singular for one; cents are written as money. */
function inputText(value: number, unit: string): string {
  if (unit === 'cents') return formatMoney(value, CURRENCY);
  const one = value === 1 && unit.length > 2 ? unit.replace(/s$/, '') : unit;
  return `${formatNumber(value, Number.isInteger(value) ? 0 : 1)} ${one}`.trim();
}

export function processorText({ processor, cores, memoryGb }: Environment): string {
  return `${processor}, ${formatCount(cores, 'core')}, ${formatNumber(memoryGb)} GB`;
}

export function systemText({ system, node }: Environment): string {
  return `${system}, Node ${node}`;
}

export function mysqlText({ mysql, bufferPoolMb }: Environment): string {
  return `${mysql}, buffer pool ${formatNumber(bufferPoolMb)} MB`;
}

export function durabilityText({ flushLogAtCommit, syncBinlog, logBin }: Environment): string {
  const isSafe = flushLogAtCommit === 1 && (logBin === 0 || syncBinlog === 1);
  const log = logBin === 0 ? 'no binary log' : 'binary log on';
  return isSafe ? `is flushed to disk, ${log}` : `is not flushed to disk, ${log}: faster than a shop may be`;
}

/** The machine in a sentence. */
export function machineText(environment: Environment): string {
  return `${processorText(environment)}; ${systemText(environment)}; MySQL ${mysqlText(environment)}; a commit ${durabilityText(environment)}`;
}
