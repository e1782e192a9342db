/** How figures of a report are written, in a terminal and in a document. */
import type { Environment } from '../environment';
import type { Target } from './ratios';

const grouped = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 0 });
export const thousands = (value: number) => grouped.format(value);

export function targetText(target: Target | null): string {
  if (target === null) return '';
  return 'atLeast' in target ? `at least ${target.atLeast}` : `at most ${target.atMost}`;
}

export function environmentLine(environment: Environment): string {
  const { processor, cores, memoryGb, system, node, mysql, flushLogAtCommit, syncBinlog, logBin } =
    environment;
  return [
    `${processor}, ${cores} cores, ${memoryGb} GB, ${system}`,
    `Node ${node.slice(1)}`,
    `MySQL ${mysql} (flush_log_at_trx_commit ${flushLogAtCommit}, sync_binlog ${syncBinlog}, log_bin ${logBin}, buffer pool ${environment.bufferPoolMb} MB)`,
    'clients in a process of their own on the same machine',
  ].join('; ');
}

/** "12 inline, 3 background"; nothing for figures that are 0. */
export function moreOf(more: Readonly<Record<string, number>>): string {
  return Object.entries(more)
    .filter(([, value]) => value !== 0)
    .map(([name, value]) => `${name} ${Number.isInteger(value) ? thousands(value) : value.toFixed(2)}`)
    .join(', ');
}
