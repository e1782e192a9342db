/** A sale that is over: the verdict of each run, side by side, the evidence, the units, where and how. Printers get one sheet. */
import clsx from 'clsx';
import Link from 'next/link';
import type {
  Environment,
  Finding,
  LiveRun,
  NumberField,
  RunInputs,
  RunReport,
  RunState,
} from '@/simulator/index';
import { formatCount, formatNumber } from '../format';
import { Badge } from '../ui/badge';
import { Notice } from '../ui/notice';
import { ComparisonTable } from './comparison-table';
import { Evidence } from './evidence';
import type { SaleFormState } from './form-state';
import { PrintedReport } from './printed-report';
import { ReportActions } from './report-actions';
import { type Course, ReportCharts } from './report-charts';
import { RunFacts } from './run-facts';
import { UnitLives } from './unit-lives';
import { VerdictBanner } from './verdict-banner';
import { stateSentence, stateWords, verdictSentence, verdictTones, verdictWords } from './words';

interface SaleReportProps {
  runs: readonly LiveRun[];
  names: Record<number, string>;
  shown: {
    runId: number;
    firstRunId: number;
    name: string;
    state: RunState;
    note: string;
    createdAt: Date;
    inputs: RunInputs;
    environment: Environment | null;
    isDropped: boolean;
    report: RunReport;
  };
  reports: readonly RunReport[];
  findings: readonly Finding[];
  courses: readonly Course[];
  fields: Record<string, NumberField>;
  hot: {
    board: Parameters<typeof UnitLives>[0]['board'];
    units: number;
    label: string;
    unpooled: number;
  } | null;
  replay: (state: SaleFormState) => Promise<SaleFormState>;
}

export function SaleReport({
  runs,
  names,
  shown,
  reports,
  findings,
  courses,
  fields,
  hot,
  replay,
}: SaleReportProps) {
  const { runId, firstRunId, state, note, report, isDropped } = shown;
  return (
    <>
      <PrintedReport
        runs={runs}
        reports={reports}
        names={names}
        createdAt={shown.createdAt}
        inputs={shown.inputs}
        environment={shown.environment}
        fields={fields}
        courses={courses}
      />
      <div className="space-y-14 print:hidden">
        <div className="space-y-6">
          <div className="flex flex-wrap items-start justify-between gap-x-8 gap-y-4">
            {runs.length > 1 && (
              <RunChoice runs={runs} names={names} firstRunId={firstRunId} shownRunId={runId} />
            )}
            <ReportActions runId={runId} replay={replay} />
          </div>
          {state !== 'finished' && (
            <Notice tone="warn" title={`This run ${stateSentence(state)}; what was left has been judged.`}>
              {note}
            </Notice>
          )}
          <VerdictBanner report={report} strategyName={shown.name} />
          <OtherVerdicts reports={reports.filter((one) => one.runId !== runId)} names={names} />
          {report.lostPatience > 0 && (
            <Notice tone="warn" title="More buyers came than this shop could serve.">
              {formatCount(report.lostPatience, 'buyer')} left the line before their turn came; at most{' '}
              {formatNumber(report.longestLine)} stood in it. They were told “busy, try again”.
            </Notice>
          )}
        </div>
        <ComparisonTable reports={reports} names={names} />
        {hot && <UnitLives key={runId} runId={runId} isDropped={isDropped} {...hot} />}
        <Evidence findings={findings} report={report} />
        <section aria-labelledby="course">
          <h2 id="course" className="text-title">
            How it went
          </h2>
          <div className="mt-5">
            <ReportCharts courses={courses} />
          </div>
        </section>
        <RunFacts report={report} inputs={shown.inputs} environment={shown.environment} fields={fields} />
      </div>
    </>
  );
}

/** What came of the other runs, in a sentence each: the contrast is what a comparison is for. */
function OtherVerdicts({ reports, names }: { reports: readonly RunReport[]; names: Record<number, string> }) {
  if (reports.length === 0) return null;
  return (
    <div>
      <h2 className="text-label">The same buyers, sold to in another way</h2>
      <ul className="mt-2 divide-y border-y">
        {reports.map((report) => (
          <li key={report.runId} className="flex flex-wrap items-baseline gap-x-3 gap-y-1 py-3">
            <Badge tone={verdictTones[report.verdict]}>{verdictWords[report.verdict]}</Badge>
            <span className="font-medium">{names[report.runId]}</span>
            <span className="text-ink-soft">{verdictSentence(report)}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

function RunChoice({
  runs,
  names,
  firstRunId,
  shownRunId,
}: {
  runs: readonly LiveRun[];
  names: Record<number, string>;
  firstRunId: number;
  shownRunId: number;
}) {
  return (
    <nav aria-label="Runs of this sale">
      <ul className="flex flex-wrap gap-2">
        {runs.map(({ runId, state, verdict }) => (
          <li key={runId}>
            <Link
              href={`/sales/${firstRunId}?run=${runId}`}
              scroll={false}
              aria-current={runId === shownRunId ? 'true' : undefined}
              className={clsx(
                'flex h-10 items-center gap-2.5 rounded-md border bg-surface px-3 text-[0.9375rem]',
                runId === shownRunId ? 'border-ink font-medium' : 'text-ink-soft hover:border-line-strong',
              )}
            >
              {names[runId]}
              {verdict ? (
                <Badge tone={verdictTones[verdict.verdict]}>{verdictWords[verdict.verdict]}</Badge>
              ) : (
                <Badge>{stateWords[state]}</Badge>
              )}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
