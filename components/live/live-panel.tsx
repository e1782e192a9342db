'use client';
/** The live panel: where the stock is, who waits for whom, who holds the connections; one stream, one screen. */
import { type CSSProperties, type ReactNode, useState } from 'react';
import type { PanelCostRecord } from '@/app/api/live/own-cost-record';
import type { LevelSample, ServerView, Target } from '@/app/api/live/snapshot';
import { formatCount, formatNumber } from '@/components/format';
import { Card } from '@/components/ui/card';
import { TextField } from '@/components/ui/field';
import { Notice } from '@/components/ui/notice';
import type { RawName } from '@/db/panel/raw';
import type { TargetLists } from '@/db/panel/targets';
import { BooksLight } from './books-light';
import { ConnectionTable } from './connection-table';
import { DeadlockView } from './deadlock-view';
import { FeedBar } from './feed-bar';
import { historyAlert, InnodbFigures, keepsPurgeBack } from './innodb-figures';
import { KeyFigures } from './key-figures';
import { LevelDialog } from './level-dialog';
import { useLiveFeed } from './live-feed';
import { LockGroups } from './lock-groups';
import { NeighboursCard, type NeighbourTextsById } from './neighbours-card';
import { OwnCost } from './own-cost';
import type { PanelActs } from './panel-acts';
import { PartView } from './part-view';
import { PoolTable, poolTableHeight } from './pool-table';
import { RawRows } from './raw-rows';
import { RefillList } from './refill-list';
import { SessionTable } from './session-table';
import { TargetPicker } from './target-picker';
import { ThreadCeiling } from './thread-ceiling';
import { TransactionList } from './transaction-list';
import { WaitGraph } from './wait-graph';

interface LivePanelProps extends TargetLists {
  query: string;
  /** The statement behind each part, set by the server. */
  statements: Readonly<Record<RawName, ReactNode>>;
  /** The last measurement of what the panel costs a sale. */
  measuredCost: PanelCostRecord | null;
  neighbourTexts: NeighbourTextsById;
  acts: PanelActs;
  isOwnServer: boolean;
}

export function LivePanel(props: LivePanelProps) {
  const { query, statements, measuredCost, neighbourTexts, acts, isOwnServer, ...lists } = props;
  const [isPaused, setIsPaused] = useState(false);
  const [search, setSearch] = useState('');
  const [openKey, setOpenKey] = useState<string | null>(null);
  const { snapshot, state } = useLiveFeed(`/api/live?${query}`, isPaused);
  const open = (level: LevelSample) => setOpenKey(level.key);
  const raw = (of: RawName, title: string) => (
    <RawRows of={of} title={title} query={query} statement={statements[of]} />
  );
  const stock = snapshot?.stock.state === 'read' ? snapshot.stock.value : null;
  const locks = snapshot?.locks.state === 'read' ? snapshot.locks.value : null;
  // A run has tables of its own, of which the admin knows nothing.
  const slug = lists.shops.find(({ shopId }) => shopId === snapshot?.target.shopId)?.slug;
  const ledgerHref = ({ inventoryItemId, inventoryGroupId }: LevelSample) =>
    slug && snapshot?.target.runId === null
      ? `/admin/${slug}/inventory/${inventoryItemId}/ledger?location=${inventoryGroupId}`
      : null;
  const openLevel = stock?.levels.find(({ key }) => key === openKey);
  const openTransactions = snapshot?.server.transactions;
  const transactions = new Map(
    (openTransactions?.state === 'read' ? openTransactions.value : []).map((one) => [one.connectionId, one]),
  );
  return (
    <>
      <FeedBar state={state} snapshot={snapshot} isPaused={isPaused} onPause={setIsPaused}>
        <TargetPicker {...lists} query={query} />
        {stock && <BooksLight stock={stock} onOpen={open} />}
      </FeedBar>
      {!snapshot && <Waiting />}
      {snapshot && (
        <div className="mt-4 space-y-4">
          {snapshot.server.note && (
            <Notice
              tone={snapshot.server.state === 'lost' ? 'danger' : 'warn'}
              title={snapshot.server.state === 'lost' ? 'MySQL doesn’t answer' : 'MySQL is back'}
            >
              {snapshot.server.note.replace(/\.$/, '')}.
              {snapshot.server.state === 'lost' &&
                ' Stock and locks are as they were last read. The panel asks again by itself.'}
            </Notice>
          )}
          <KeyFigures snapshot={snapshot} />
          {/* The three questions fill the first screen, and whatever comes or goes in them moves nothing else. */}
          <div className="grid gap-4 xl:h-[clamp(31rem,calc(100dvh-20.5rem),46rem)] xl:grid-cols-[minmax(0,1.45fr)_minmax(0,1fr)] xl:grid-rows-1">
            <div
              className="grid min-h-0 min-w-0 gap-4 xl:grid-rows-[minmax(0,var(--pools))_minmax(11.5rem,1fr)]"
              style={{ '--pools': poolCardHeight(stock?.levelCount ?? 0) } as CSSProperties}
            >
              <Card
                title={
                  stock
                    ? `Where the stock is, ${formatCount(stock.levelCount, 'level')}`
                    : 'Where the stock is'
                }
                isFlush
                isFilled
                aside={
                  <span className="flex items-center gap-2">
                    <TextField
                      label="Find a level"
                      isLabelHidden
                      isCompact
                      type="search"
                      placeholder="Item, code or place"
                      value={search}
                      onChange={(event) => setSearch(event.currentTarget.value)}
                    />
                    {raw('levels', 'Levels')}
                  </span>
                }
              >
                <PartView part={snapshot.stock}>
                  {(value) => (
                    <>
                      <PoolTable
                        levels={value.levels}
                        search={search}
                        emptyText={emptyText(snapshot.target)}
                        onOpen={open}
                      />
                      {value.isCut && (
                        <p className="border-t px-5 py-2 text-xs text-ink-soft">
                          Only the first {formatNumber(value.levelCount)} levels are listed.
                        </p>
                      )}
                    </>
                  )}
                </PartView>
              </Card>
              <Card title="Refills" isFlush isFilled className="min-h-0">
                <PartView part={snapshot.stock}>
                  {({ refills, levels }) => <RefillList refills={refills} levels={levels} />}
                </PartView>
              </Card>
            </div>
            <div className="flex min-h-0 min-w-0 flex-col gap-4">
              <Card
                title="Who waits for whom"
                isFlush
                isFilled
                className="min-h-44 xl:flex-1"
                aside={raw('waits', 'Lock waits')}
              >
                <PartView part={snapshot.locks}>
                  {(picture) => <WaitGraph picture={picture} transactions={transactions} />}
                </PartView>
              </Card>
              <Card
                title="Who holds the connections"
                isFlush
                isFilled
                className="xl:h-72"
                aside={raw('sessions', 'Sessions')}
              >
                <PartView part={snapshot.server.sessions}>{(view) => <SessionTable view={view} />}</PartView>
              </Card>
            </div>
          </div>
          <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,1.45fr)_minmax(0,1fr)]">
            <div className="min-w-0 space-y-4">
              <Card
                title={locks ? `Locks, ${formatNumber(locks.count)}` : 'Locks'}
                isFlush
                aside={raw('locks', 'Locks')}
              >
                <PartView part={snapshot.locks}>{(picture) => <LockGroups picture={picture} />}</PartView>
              </Card>
              <Card title="Last deadlock" isFlush aside={raw('status', 'InnoDB’s report')}>
                <PartView part={snapshot.server.status}>
                  {(value) => <DeadlockView deadlock={value.deadlock} />}
                </PartView>
              </Card>
            </div>
            <div className="min-w-0 space-y-4">
              <Card title="Open transactions" isFlush aside={raw('transactions', 'Open transactions')}>
                <PartView part={snapshot.server.transactions}>
                  {(value) => (
                    <TransactionList transactions={value} keepsPurgeBack={purgeWaitsFor(snapshot.server)} />
                  )}
                </PartView>
              </Card>
              <Card title="InnoDB" isFlush aside={raw('counters', 'Counters')}>
                <InnodbFigures server={snapshot.server} />
                {snapshot.server.counters.state === 'read' && (
                  <ThreadCeiling
                    ceiling={snapshot.server.counters.value.threadConcurrency}
                    isOwnServer={isOwnServer}
                    setThreadCeiling={acts.setThreadCeiling}
                  />
                )}
              </Card>
            </div>
          </div>
          <Card
            title={`Connections of the app: ${snapshot.connections.inUse} of ${snapshot.connections.limit} in use, ${snapshot.connections.waiting} in line`}
            isFlush
          >
            <ConnectionTable tags={snapshot.connections.tags} />
          </Card>
          <NeighboursCard view={snapshot.neighbours} texts={neighbourTexts} acts={acts} />
          <OwnCost cost={snapshot.cost} measured={measuredCost} />
        </div>
      )}
      {openLevel && (
        <LevelDialog
          level={openLevel}
          query={query}
          unitLocks={locks?.unitLocks ?? []}
          transactions={transactions}
          ledgerHref={ledgerHref(openLevel)}
          isPaused={isPaused}
          onClose={() => setOpenKey(null)}
        />
      )}
    </>
  );
}

/** A shop with few levels leaves the rest of the column to the refills. */
function poolCardHeight(levelCount: number): string {
  return `calc(3.5rem + ${poolTableHeight(levelCount)}px)`;
}

/** While history is short nobody is to blame. */
function purgeWaitsFor(server: ServerView): number | null {
  const isLong = server.metrics.state === 'read' && server.metrics.value.historyLength >= historyAlert;
  return isLong ? (keepsPurgeBack(server)?.connectionId ?? null) : null;
}

const emptyText = ({ runId }: Target): string =>
  runId === null
    ? 'This shop has no stock yet.'
    : 'No pools here: the run is still being prepared, or its strategy keeps stock in tables of its own. Its locks and connections are shown all the same.';

function Waiting() {
  return (
    <div className="mt-4 space-y-4" aria-hidden="true">
      <div className="skeleton h-22 w-full" />
      <div className="grid gap-4 xl:h-[clamp(31rem,calc(100dvh-20.5rem),46rem)] xl:grid-cols-[1.45fr_1fr]">
        <div className="skeleton min-h-96" />
        <div className="skeleton min-h-96" />
      </div>
    </div>
  );
}
