/** Start a sale, and the sales so far. */
import type { Metadata } from 'next';
import { connection } from 'next/server';
import { requireSignIn } from '@/app/sign-in/session';
import { formatCount } from '@/components/format';
import { ProveIt } from '@/components/sales/prove-it';
import { type ListedSale, RunList } from '@/components/sales/run-list';
import { SaleForm } from '@/components/sales/sale-form';
import { ButtonLink } from '@/components/ui/button';
import { Notice } from '@/components/ui/notice';
import { getDatabase } from '@/db/client';
import { redisObstacle } from '@/db/redis/obstacle';
import {
  arrivalPatterns,
  crashPoints,
  crashPointTexts,
  currentSale,
  liveSaleOf,
  numberFields,
  type RunRecord,
  readNewestRuns,
  recordings,
  type Scenario,
  scenarioIds,
  scenarios,
  spreads,
  strategies,
  strategyIds,
} from '@/simulator/index';
import { proveItAction, startSaleAction } from './actions';

export const metadata: Metadata = { title: 'Flash sale' };

const MOST_RUNS = 40;

const options = {
  scenarios: scenarioIds.map((id): Scenario & { id: string } => ({ id, ...scenarios[id] })),
  fields: numberFields,
  arrivals: arrivalPatterns,
  spreads,
  recordings,
  crashPoints: crashPoints.map((id) => ({ id, ...crashPointTexts[id] })),
};

export default async function SalesPage() {
  await requireSignIn('/sales');
  await connection();
  const database = getDatabase();
  const noRedis = await redisObstacle();
  const choices = strategyIds.map((id) => {
    const { name, summary, weakness, needs } = strategies[id];
    return { id, name, summary, weakness, missing: needs === 'redis' ? noRedis : null };
  });
  const [current, runs] = [await currentSale(database), await readNewestRuns(database, MOST_RUNS)];
  return (
    <div className="page pb-24">
      <header className="py-12 lg:py-16">
        <h1 className="text-display max-w-4xl">Open the doors and count what comes out.</h1>
        <p className="mt-6 max-w-2xl text-lg text-ink-soft">
          A crowd of buyers against a real MySQL. At the end the tables are read: what was sold twice, who was
          turned away although a unit was there, and what that costs.
        </p>
        <div className="mt-8 flex flex-wrap items-center gap-x-6 gap-y-3">
          <ProveIt start={proveItAction} />
          <p className="max-w-sm text-sm text-ink-faint">
            500 buyers, 100 units: first a naive shop, then the unit pool. Half a minute, offline.
          </p>
        </div>
        {current && (
          <div className="mt-8 max-w-3xl">
            <Notice
              tone="accent"
              title="A sale is going on."
              actions={
                <ButtonLink href={`/sales/${current.firstRunId}`} size="sm">
                  Watch it
                </ButtonLink>
              }
            >
              {strategies[current.inputs.strategy].name}, {formatCount(current.inputs.buyers, 'buyer')}. The
              next one can begin when it is over.
            </Notice>
          </div>
        )}
      </header>
      <SaleForm
        options={{ ...options, strategies: choices }}
        start={startSaleAction}
        firstScenario="flash-sale"
      />
      <section className="pt-20" aria-labelledby="so-far">
        <h2 id="so-far" className="text-title">
          Sales so far
        </h2>
        <div className="mt-5">
          <RunList sales={listedSales(runs)} />
        </div>
      </section>
    </div>
  );
}

function listedSales(runs: readonly RunRecord[]): ListedSale[] {
  const firstRunIds = [...new Set(runs.map((run) => run.firstRunId))];
  return firstRunIds.map((firstRunId) => {
    const list = runs.filter((run) => run.firstRunId === firstRunId);
    const inOrder = list.toSorted((a, b) => a.position - b.position);
    const [first] = inOrder as [RunRecord, ...RunRecord[]];
    const scenario = first.scenario as keyof typeof scenarios | null;
    return {
      firstRunId,
      title: scenario ? scenarios[scenario].title : 'Own sale',
      createdAt: first.createdAt.toISOString(),
      buyers: first.inputs.buyers,
      stock: first.inputs.stock,
      runs: liveSaleOf(inOrder).runs.map((run) => ({ ...run, name: strategies[run.strategy].name })),
    };
  });
}
