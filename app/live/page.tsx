/** The live panel. `?shop=` chooses a shop, `&run=` the tables of a run. */
import type { Metadata } from 'next';
import { connection } from 'next/server';
import { readPanelCost } from '@/app/api/live/own-cost-record';
import { targetOf } from '@/app/api/live/target';
import { requireSignIn } from '@/app/sign-in/session';
import { LivePanel } from '@/components/live/live-panel';
import { SqlBlock } from '@/components/sql-block';
import { getDatabase } from '@/db/client';
import { type RawName, rawQueries } from '@/db/panel/raw';
import { readTargets, type TargetLists } from '@/db/panel/targets';
import { neighbourTexts } from '@/simulator/index';
import {
  changeTrafficAction,
  setThreadCeilingAction,
  startTrafficAction,
  stopTrafficAction,
} from './actions';
import { isOwnServer } from './own-server';

export const metadata: Metadata = {
  title: 'Live panel',
  description:
    'Where the stock is, who waits for whom, who holds the connections; read from MySQL once a second.',
};

interface LivePageProps {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

/** What the address names. One that names nothing looks at the sale that runs, else at the first shop. */
function queryOf(params: Record<string, unknown>, { shops, runs }: TargetLists): string {
  const asked = targetOf(params);
  const shopId = asked?.shopId ?? shops[0]?.shopId ?? 1;
  const isNamed = params.shop !== undefined || params.run !== undefined;
  const run = isNamed
    ? runs.find(({ runId }) => runId === asked?.runId)
    : runs.find(({ state }) => state === 'selling' || state === 'preparing');
  return run ? `shop=${shopId}&run=${run.runId}` : `shop=${shopId}`;
}

export default async function LivePage({ searchParams }: LivePageProps) {
  await requireSignIn('/live');
  await connection();
  const lists = await readTargets(getDatabase());
  const query = queryOf(await searchParams, lists);
  const statements = Object.fromEntries(
    Object.entries(rawQueries).map(([name, { statement }]) => [
      name,
      <SqlBlock key={name} {...statement} marked={[]} />,
    ]),
  ) as Record<RawName, React.ReactNode>;
  return (
    <div className="page-wide pt-5 pb-20">
      <h1 className="text-title">Live panel</h1>
      <p className="mt-1 mb-4 text-sm text-ink-soft">
        Where the stock is, who waits for whom, who holds the connections. Read from MySQL once a second, on
        connections of its own.
      </p>
      <LivePanel
        {...lists}
        query={query}
        statements={statements}
        measuredCost={await readPanelCost()}
        neighbourTexts={neighbourTexts}
        acts={{
          startTraffic: startTrafficAction,
          stopTraffic: stopTrafficAction,
          changeTraffic: changeTrafficAction,
          setThreadCeiling: setThreadCeilingAction,
        }}
        isOwnServer={isOwnServer()}
      />
    </div>
  );
}
