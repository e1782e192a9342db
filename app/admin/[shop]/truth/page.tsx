/** Which store decides about a shop's stock: where it stands, how the two agree, the way forward and the kill switch. */
import type { Metadata } from 'next';
import { openAdmin } from '@/app/admin/access';
import { DataTable } from '@/components/admin/data-table';
import { FilterBar } from '@/components/admin/filter-bar';
import { pagesOf, readListView, type SearchParams } from '@/components/admin/list-view';
import { PageHeading } from '@/components/admin/page-heading';
import { Pager } from '@/components/admin/pager';
import { Agreement } from '@/components/admin/truth/agreement';
import { differenceColumns } from '@/components/admin/truth/difference-columns';
import { reasonTexts } from '@/components/admin/truth/differences';
import { KillSwitch, StepForward, StepsBack } from '@/components/admin/truth/next-step';
import { StateMap } from '@/components/admin/truth/state-map';
import { SwitchList } from '@/components/admin/truth/switch-list';
import { formatDateTime } from '@/components/format';
import { LiveRefresh } from '@/components/live-refresh';
import { Badge } from '@/components/ui/badge';
import { Card } from '@/components/ui/card';
import { Notice } from '@/components/ui/notice';
import { agreementOver, differenceReasons, differencesPage, lastSwitches } from '@/db/queries/admin-truth';
import { redisObstacle } from '@/db/redis/obstacle';
import { readShopTruth, stateTexts } from '@/legacy/index';
import { switchTo } from './actions';
import { fingerprintOf } from './fingerprint';

export const metadata: Metadata = { title: 'Stock truth' };
const PAGE_SIZE = 25;

interface PageProps {
  params: Promise<{ shop: string }>;
  searchParams: Promise<SearchParams>;
}

export default async function TruthPage({ params, searchParams }: PageProps) {
  const { shop, engine } = await openAdmin((await params).shop);
  const root = `/admin/${shop.slug}`;
  const { shopId } = shop;
  const view = readListView(await searchParams, {
    path: `${root}/truth`,
    sorts: ['time'],
    defaultSort: 'time',
    defaultDirection: 'descending',
    filters: ['reason'],
  });
  const [truth, obstacle, { points, differences, switches }] = await Promise.all([
    readShopTruth(engine.database, shopId),
    redisObstacle(),
    engine.database.read('admin', async (builder) => ({
      points: await agreementOver(builder, shopId),
      differences: await differencesPage(builder, {
        shopId,
        reason: differenceReasons.find((reason) => reason === view.filters.reason) ?? null,
        page: view.page,
        pageSize: PAGE_SIZE,
      }),
      switches: await lastSwitches(builder, shopId),
    })),
  ]);
  if (!truth) throw new Error(`shop ${shopId} was there a moment ago`);
  const acts = { action: switchTo, shop: shop.slug, truth };
  const [last] = switches;
  return (
    <>
      <PageHeading
        title="Stock truth"
        lead="Which of two stores decides whether a buyer gets a unit: the count in Redis, as it was for years, or the rows in MySQL."
      />
      <LiveRefresh url={`${root}/truth/state`} seen={fingerprintOf(truth)} everyMs={2_000} />
      <div className="space-y-6">
        {truth.state === 'redis' && last && (
          <Notice tone="warn" title="Redis decides about every new reserve.">
            {last.actor} switched at {formatDateTime(last.createdAt)}
            {last.reason && <>: {last.reason}</>}. {stateTexts.redis.says}
          </Notice>
        )}
        {obstacle && (
          <Notice
            tone={truth.state === 'mysql' ? 'neutral' : 'danger'}
            title="No Redis answers."
            isAnswer={truth.state !== 'mysql'}
          >
            The way over Redis {obstacle}.{' '}
            {truth.state === 'mysql'
              ? 'The shop sells without it; the states on the left can’t be entered until there is one.'
              : truth.state === 'mysql_redis_written'
                ? 'The shop sells on: MySQL decides, and what Redis isn’t told is counted as given up.'
                : 'Buyers are told to try again until Redis is back.'}
          </Notice>
        )}
        <StateMap current={truth.state} isSettling={truth.isSettling} />
        <div className="grid items-start gap-6 xl:grid-cols-2">
          <StepForward {...acts} key={truth.state} />
          <div className="space-y-6">
            <KillSwitch {...acts} />
            <StepsBack {...acts} />
          </div>
        </div>
        <Agreement figures={truth.figures} points={points} />
        <Card title="Differences" isFlush>
          <div className="border-b px-5 py-4">
            <FilterBar
              view={view}
              filters={[
                {
                  name: 'reason',
                  label: 'Reason',
                  options: differenceReasons.map((reason) => ({ value: reason, label: reason })),
                },
              ]}
            />
          </div>
          <DataTable
            caption="Reserves that the two stores decided differently"
            columns={differenceColumns(root)}
            rows={differences.rows}
            keyOf={(row) => row.differenceId}
            view={view}
            empty={{ title: 'No differences.', text: 'Whatever was compared was decided alike.' }}
          />
          <Pager {...pagesOf(view, differences.total, PAGE_SIZE, ['difference', 'differences'])} />
        </Card>
        <Card title="What the reasons mean">
          <dl className="grid gap-x-8 gap-y-4 text-sm sm:grid-cols-2">
            {differenceReasons.map((reason) => (
              <div key={reason}>
                <dt>
                  <Badge tone={reasonTexts[reason].tone}>{reason}</Badge>
                </dt>
                <dd className="mt-1.5 text-ink-soft">{reasonTexts[reason].says}</dd>
              </div>
            ))}
          </dl>
        </Card>
        <SwitchList switches={switches} />
      </div>
    </>
  );
}
