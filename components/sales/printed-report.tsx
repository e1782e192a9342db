/**
 * A sale on one sheet of paper, for one run and for four: the verdicts, what was sold and refused and what that costs, the
 * inputs, the machine and what its size proves. The page shows it to printers only, in place of its own sections.
 */
import type { Environment, LiveRun, NumberField, RunInputs, RunReport } from '@/simulator/index';
import { formatCount, formatDateTime, formatDuration, formatMoney, formatNumber } from '../format';
import { PrintedCourse } from './printed-course';
import type { Course } from './report-charts';
import { inputTexts, machineText, whatASizeProves } from './run-texts';
import { billLines, CURRENCY, stateSentence, toldNo, verdictSentence, verdictWords } from './words';

interface PrintedReportProps {
  runs: readonly LiveRun[];
  reports: readonly RunReport[];
  names: Record<number, string>;
  createdAt: Date;
  /** Those that all runs of the sale had. */
  inputs: RunInputs;
  environment: Environment | null;
  fields: Record<string, NumberField>;
  courses: readonly Course[];
}

const rows: readonly [label: string, text: (report: RunReport) => string][] = [
  ['Units sold', ({ sold, stock }) => `${formatNumber(sold)} of ${formatNumber(stock)}`],
  ['Orders', ({ orders }) => formatNumber(orders)],
  ['Units sold beyond the stock', ({ oversold }) => formatNumber(oversold)],
  ['Units left over wrongly', ({ undersold }) => formatNumber(undersold)],
  ['Units in no state', ({ leaked }) => formatNumber(leaked)],
  ['Buyers told no', ({ refused }) => formatNumber(toldNo(refused))],
  ['Buyers told no wrongly', ({ falselyRefused }) => formatNumber(toldNo(falselyRefused))],
  ['It costs', ({ bill }) => formatMoney(bill.lossMinor, CURRENCY)],
  ['Reserves a second', ({ reservesPerSecond }) => formatNumber(reservesPerSecond)],
  [
    'Arrival to answer, p50 and p99',
    ({ latencyMs }) => `${formatDuration(latencyMs.p50)}, ${formatDuration(latencyMs.p99)}`,
  ],
  [
    'Deadlocks and retries',
    ({ deadlocks, retries }) => `${formatNumber(deadlocks)}, ${formatNumber(retries)}`,
  ],
  ['The books', ({ audit }) => (audit.ok ? 'agree' : formatCount(audit.problems.length, 'problem'))],
];

export function PrintedReport({
  runs,
  reports,
  names,
  createdAt,
  inputs,
  environment,
  fields,
  courses,
}: PrintedReportProps) {
  const unfinished = runs.filter(({ state }) => state !== 'finished');
  return (
    <div data-testid="printed" className="hidden text-[8.5pt] leading-[1.4] print:block">
      <p className="mb-3 text-ink-soft">
        {formatDateTime(createdAt)}
        {reports.length > 1 && '. The same buyers came to each, one sale after the other.'}
        {unfinished.map(({ runId, state }) => ` ${names[runId]} ${stateSentence(state)}.`)}
      </p>
      <ol className="space-y-2">
        {reports.map((report) => (
          <Judgement key={report.runId} report={report} name={names[report.runId] ?? ''} />
        ))}
      </ol>
      <table className="mt-4 w-full border-collapse tabular-nums">
        <caption className="sr-only">What came of it</caption>
        <thead>
          <tr className="border-b border-line-strong">
            <td />
            {reports.map(({ runId }) => (
              <th key={runId} scope="col" className="py-1 pl-3 text-right align-bottom font-semibold">
                {names[runId]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([label, text]) => (
            <tr key={label} className="border-b">
              <th scope="row" className="py-0.5 text-left font-normal text-ink-soft">
                {label}
              </th>
              {reports.map((report) => (
                <td key={report.runId} className="py-0.5 pl-3 text-right">
                  {text(report)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <PrintedCourse courses={courses} />
      <h2 className="mt-4 font-semibold">Inputs</h2>
      <dl className="mt-1 columns-3 gap-x-6 text-[7.5pt] leading-[1.35]">
        {inputTexts(inputs, fields).map(([label, value]) => (
          <div key={label} className="flex break-inside-avoid justify-between gap-3 border-b py-px">
            <dt className="text-ink-soft">{label}</dt>
            <dd className="text-right tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
      <h2 className="mt-4 font-semibold">Where, and what it proves</h2>
      <p className="mt-1">
        {environment && `${machineText(environment)}. `}
        {whatASizeProves}
      </p>
    </div>
  );
}

function Judgement({ report, name }: { report: RunReport; name: string }) {
  const bill = billLines(report);
  return (
    <li className="break-inside-avoid border-l-3 border-line-strong pl-3">
      <p>
        <span className="text-[11pt] font-semibold">{verdictWords[report.verdict]}</span>
        <span className="ml-2 font-semibold">{name}</span>
      </p>
      <p>
        {verdictSentence(report)}
        {bill.map(({ label, amount }) => ` ${label}: ${amount}.`)}
      </p>
    </li>
  );
}
