/** A report for people in a terminal. */
import { bold, dim, green, red } from '@/db/launch/terminal';
import type { Ratio } from './ratios';
import type { BenchReport } from './report';
import { environmentLine, moreOf, targetText, thousands } from './words';

export function printReport(report: BenchReport): void {
  console.log(`\n  ${bold('Environment')}\n  ${environmentLine(report.environment)}`);
  console.log(dim(`  ${report.rounds} ${report.rounds === 1 ? 'round' : 'rounds'}, ${report.tookSeconds} s`));
  for (const { title, note, cells } of report.groups) {
    console.log(`\n  ${bold(title)}\n  ${dim(note)}`);
    const width = Math.max(...cells.map(({ label }) => label.length));
    for (const cell of cells) {
      const figures = `${thousands(cell.perSecond).padStart(8)}/s   p50 ${ms(cell.p50Ms)}   p99 ${ms(cell.p99Ms)}`;
      console.log(`  ${cell.label.padEnd(width)} ${figures}   ${dim(moreOf(cell.more))}`.trimEnd());
    }
  }
  console.log(`\n  ${bold('Ratios')}   ${dim('median of the rounds (least to most)')}`);
  const rows = { ...report.details, ...report.checks };
  for (const [key, ratio] of Object.entries(rows)) console.log(`  ${key.padEnd(32)}${ratioLine(ratio)}`);
}

function ratioLine({ value, rounds, target, isMet, reason }: Ratio): string {
  if (value === null) return `${'–'.padStart(7)}   ${dim(reason ?? '')}`;
  const range = `(${Math.min(...rounds).toFixed(2)} to ${Math.max(...rounds).toFixed(2)})`;
  const verdict = isMet === null ? dim('no target') : isMet ? green('met') : red('not met');
  return `${value.toFixed(2).padStart(7)}   ${range.padEnd(18)} ${targetText(target).padEnd(14)} ${verdict}`;
}

const ms = (value: number) => `${value.toFixed(1).padStart(7)} ms`;
