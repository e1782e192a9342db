/** Runs of one sale side by side, each figure with its ratio to the last run's, which is what they are held against. */
import type { RunReport } from '@/simulator/index';
import { formatDuration, formatMoney, formatNumber } from '../format';
import { Badge } from '../ui/badge';
import { Table, Td, Th, Tr } from '../ui/table';
import { Stroke } from './strategy-picker';
import { CURRENCY, toldNo, verdictTones, verdictWords } from './words';

interface ComparisonTableProps {
  reports: readonly RunReport[];
  names: Record<number, string>;
}

interface Row {
  label: string;
  of: (report: RunReport) => number;
  format: (value: number) => string;
  hasRatio?: boolean;
}

const rows: readonly Row[] = [
  { label: 'Sold, units', of: ({ sold }) => sold, format: formatNumber },
  { label: 'Oversold, units', of: ({ oversold }) => oversold, format: formatNumber },
  { label: 'Undersold, units', of: ({ undersold }) => undersold, format: formatNumber },
  { label: 'Leaked, units', of: ({ leaked }) => leaked, format: formatNumber },
  {
    label: 'Told no wrongly, buyers',
    of: ({ falselyRefused }) => toldNo(falselyRefused),
    format: formatNumber,
  },
  {
    label: 'Passed over in line, buyers',
    of: ({ fairness }) => fairness?.passedOver ?? 0,
    format: formatNumber,
  },
  { label: 'It costs', of: ({ bill }) => bill.lossMinor, format: (minor) => formatMoney(minor, CURRENCY) },
  {
    label: 'Reserves/s',
    of: ({ reservesPerSecond }) => reservesPerSecond,
    format: formatNumber,
    hasRatio: true,
  },
  {
    label: 'Arrival to answer, p50',
    of: ({ latencyMs }) => latencyMs.p50,
    format: (value) => formatDuration(value),
    hasRatio: true,
  },
  {
    label: 'Arrival to answer, p99',
    of: ({ latencyMs }) => latencyMs.p99,
    format: (value) => formatDuration(value),
    hasRatio: true,
  },
  {
    label: 'In the database, p99',
    of: ({ serviceMs }) => serviceMs.p99,
    format: (value) => formatDuration(value),
    hasRatio: true,
  },
  { label: 'Deadlocks', of: ({ deadlocks }) => deadlocks, format: formatNumber },
  { label: 'Retries', of: ({ retries }) => retries, format: formatNumber },
];

export function ComparisonTable({ reports, names }: ComparisonTableProps) {
  const reference = reports.at(-1);
  if (!reference || reports.length < 2) return null;
  return (
    <section aria-labelledby="comparison">
      <h2 id="comparison" className="text-title">
        Side by side
      </h2>
      <p className="mt-2 max-w-2xl text-[0.9375rem] text-ink-soft">
        The same buyers came to each, one sale after the other. Ratios are against {names[reference.runId]}.
      </p>
      <div className="mt-5 rounded-lg border bg-surface">
        <Table caption="The runs of this sale side by side">
          <thead>
            <tr>
              <Th>Figure</Th>
              {reports.map(({ runId, strategy }) => (
                <Th key={runId} isNumeric>
                  <span className="inline-flex items-center gap-2">
                    <Stroke strategy={strategy} />
                    {names[runId]}
                  </span>
                </Th>
              ))}
            </tr>
          </thead>
          <tbody>
            <Tr>
              <Td>Verdict</Td>
              {reports.map(({ runId, verdict }) => (
                <Td key={runId} isNumeric>
                  <Badge tone={verdictTones[verdict]}>{verdictWords[verdict]}</Badge>
                </Td>
              ))}
            </Tr>
            {rows.map(({ label, of, format, hasRatio }) => (
              <Tr key={label}>
                <Td className="whitespace-nowrap">{label}</Td>
                {reports.map((report) => (
                  <Td key={report.runId} isNumeric>
                    {format(of(report))}
                    {hasRatio && report !== reference && (
                      <span className="ml-2 text-xs text-ink-faint">{ratio(of(report), of(reference))}</span>
                    )}
                  </Td>
                ))}
              </Tr>
            ))}
          </tbody>
        </Table>
      </div>
    </section>
  );
}

/** 412 against 97 is "4.2 ×". */
function ratio(value: number, reference: number): string {
  if (reference === 0 || value === 0) return '';
  const times = value / reference;
  return `${formatNumber(times, times < 10 ? 2 : 0)} ×`;
}
