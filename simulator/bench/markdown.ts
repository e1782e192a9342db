/** A report as the tables of docs/performance.md. */
import type { Ratio } from './ratios';
import type { BenchReport, MeasuredCell } from './report';
import { environmentLine, moreOf, targetText, thousands } from './words';

export function markdownOf(report: BenchReport): string {
  const ratios = Object.entries({ ...report.details, ...report.checks }).map(([key, ratio]) =>
    ratioRow(key, ratio),
  );
  const parts = [
    `\`${report.command}\`, ${report.date}: ${environmentLine(report.environment)}. ${report.rounds} ${report.rounds === 1 ? 'round' : 'rounds'}, ${report.tookSeconds} s.`,
    table(['ratio', 'median', 'least to most', 'target', ''], ratios),
    ...report.groups.flatMap(({ title, note, cells }) => [
      `### ${title}`,
      note,
      table(['', 'per second', 'p50', 'p99', ''], cells.map(cellRow)),
    ]),
  ];
  return parts.join('\n\n');
}

function ratioRow(key: string, { value, rounds, target, isMet, reason }: Ratio): string[] {
  if (value === null) return [`\`${key}\``, '–', '', targetText(target), reason ?? ''];
  const range = `${Math.min(...rounds).toFixed(2)} to ${Math.max(...rounds).toFixed(2)}`;
  const verdict = isMet === null ? '' : isMet ? 'met' : '**not met**';
  return [`\`${key}\``, value.toFixed(2), range, targetText(target), verdict];
}

const cellRow = ({ label, perSecond, p50Ms, p99Ms, more }: MeasuredCell): string[] => [
  label,
  thousands(perSecond),
  `${p50Ms.toFixed(1)} ms`,
  `${p99Ms.toFixed(1)} ms`,
  moreOf(more),
];

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}
