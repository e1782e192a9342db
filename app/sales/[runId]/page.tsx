/** One sale: live while it goes on, its verdict and evidence afterwards. `?run=` chooses one of several side by side. */
import type { Metadata } from 'next';
import Link from 'next/link';
import { notFound } from 'next/navigation';
import { requireSignIn } from '@/app/sign-in/session';
import { formatCount } from '@/components/format';
import { LiveSale } from '@/components/sales/live-sale';
import { ReportActions } from '@/components/sales/report-actions';
import { SaleReport } from '@/components/sales/sale-report';
import { stateSentence } from '@/components/sales/words';
import { Notice } from '@/components/ui/notice';
import { getDatabase } from '@/db/client';
import {
  liveSaleOf,
  numberFields,
  type RunRecord,
  readFindings,
  readSale,
  readSamples,
  scenarios,
  strategies,
} from '@/simulator/index';
import { replaySaleAction, stopSaleAction } from '../actions';

interface SalePageProps {
  params: Promise<{ runId: string }>;
  searchParams: Promise<{ run?: string }>;
}

async function saleOf({ params }: Pick<SalePageProps, 'params'>): Promise<[RunRecord, ...RunRecord[]]> {
  const { runId } = await params;
  await requireSignIn(`/sales/${encodeURIComponent(runId)}`);
  const runs = /^\d{1,15}$/.test(runId) ? await readSale(getDatabase(), Number(runId)) : [];
  if (runs.length === 0) notFound();
  return runs as [RunRecord, ...RunRecord[]];
}

const titleOf = ({ scenario }: RunRecord) =>
  scenario === null ? 'Own sale' : (scenarios[scenario as keyof typeof scenarios]?.title ?? 'Sale');

export async function generateMetadata(props: SalePageProps): Promise<Metadata> {
  const [first] = await saleOf(props);
  return { title: `${titleOf(first)} ${first.firstRunId}` };
}

export default async function SalePage(props: SalePageProps) {
  const runs = await saleOf(props);
  const [first] = runs;
  const live = liveSaleOf(runs);
  const names = Object.fromEntries(
    runs.map(({ runId, inputs }) => [runId, strategies[inputs.strategy].name]),
  );
  const { buyers, stock, items, locations } = first.inputs;
  return (
    <div className="page pb-24 print:max-w-none print:p-0">
      <header className="py-8 print:py-0">
        <p className="text-sm print:hidden">
          <Link href="/sales" className="text-ink-soft hover:text-ink">
            ← All sales
          </Link>
        </p>
        <h1 className="text-title mt-2">
          {titleOf(first)} {first.firstRunId}
        </h1>
        <p className="mt-1.5 text-[0.9375rem] text-ink-soft tabular-nums">
          {formatCount(buyers, 'buyer')}, {formatCount(stock, 'unit')}
          {items > 1 && `, ${items} items`}
          {locations > 1 && `, ${locations} locations`}, seed {first.inputs.seed}
        </p>
      </header>
      {live.isOver ? (
        await report(runs, names, await props.searchParams)
      ) : (
        <LiveSale
          key={first.firstRunId}
          initial={live}
          names={names}
          buyers={buyers}
          stock={stock}
          isOneEach={first.inputs.linesPerCart === 1 && first.inputs.unitsPerLine === 1}
          hotLabel={hotLabel(first)}
          hotUnits={Math.ceil(stock / items / locations)}
          history={live.frame ? await readSamples(getDatabase(), live.frame.runId) : []}
          stop={stopSaleAction.bind(null, first.firstRunId)}
        />
      )}
    </div>
  );
}

const hotLabel = ({ inputs: { items, locations } }: RunRecord) =>
  items * locations === 1 ? 'The units' : 'The units of the item that most want, in the first location';

async function report(
  runs: readonly [RunRecord, ...RunRecord[]],
  names: Record<number, string>,
  { run: wanted }: { run?: string },
) {
  const database = getDatabase();
  const judged = runs.filter(({ report: one }) => one !== null);
  const shown = judged.find(({ runId }) => String(runId) === wanted) ?? judged[0];
  if (!shown?.report) {
    return (
      <div className="space-y-6">
        <Notice tone="warn" title={`This sale ${stateSentence(runs[0].state)} before it could be judged.`}>
          {runs[0].note}
        </Notice>
        <ReportActions runId={runs[0].runId} replay={replaySaleAction.bind(null, runs[0].firstRunId)} />
      </div>
    );
  }
  const courses = await Promise.all(
    judged.map(async ({ runId, inputs }) => ({
      strategy: inputs.strategy,
      name: names[runId] ?? '',
      figures: await readSamples(database, runId),
    })),
  );
  const { frame } = shown;
  return (
    <SaleReport
      runs={liveSaleOf(runs).runs}
      names={names}
      shown={{ ...shown, report: shown.report, name: names[shown.runId] ?? '' }}
      reports={judged.flatMap(({ report: one }) => one ?? [])}
      findings={await readFindings(database, shown.runId)}
      courses={courses}
      fields={numberFields}
      hot={
        frame && {
          board: frame.board,
          units: Math.ceil(shown.inputs.stock / shown.inputs.items / shown.inputs.locations),
          label: hotLabel(shown),
          unpooled: frame.figures.unpooled,
        }
      }
      replay={replaySaleAction.bind(null, shown.firstRunId)}
    />
  );
}
