/** The gradual roll-out: pods of shops on their way from Redis to MySQL, what stops them, and what was done. */
import { movingEngine } from '@/app/engine';
import { requireSignIn } from '@/app/sign-in/session';
import { ActionForm } from '@/components/admin/action-form';
import { ConfirmAction } from '@/components/admin/confirm-action';
import { PageHeading } from '@/components/admin/page-heading';
import { RollOutBoard } from '@/components/admin/roll-out-board';
import { RollOutLimits } from '@/components/admin/roll-out-limits';
import { SeenField } from '@/components/admin/seen-field';
import { formatCount, formatDateTime } from '@/components/format';
import { LiveRefresh } from '@/components/live-refresh';
import { Card } from '@/components/ui/card';
import { EmptyState } from '@/components/ui/empty-state';
import { Notice } from '@/components/ui/notice';
import { Timeline, type TimelineEntry } from '@/components/ui/timeline';
import { redisObstacle } from '@/db/redis/obstacle';
import { type RollOut, readRollOut } from '@/legacy/index';
import { goOnAgain, regroup, saveThresholds, stop } from './actions';
import { fingerprintOf } from './fingerprint';
import { GroupingForm } from './grouping-form';
import { boardPods, columns, limitsOf } from './view';

export const dynamic = 'force-dynamic';

export default async function RollOutPage() {
  await requireSignIn('/admin/roll-out');
  const [rollOut, obstacle] = await Promise.all([
    readRollOut(movingEngine().engine.database),
    redisObstacle(),
  ]);
  const { pods, version, status } = rollOut;
  const going = pods.filter((pod) => pod.status === 'advancing');
  const shops = pods.reduce((sum, pod) => sum + pod.shops.length, 0);
  const { stopping, measuring } = limitsOf(rollOut);
  const { measures } = rollOut;
  return (
    <div className="page-wide py-6 pb-20 lg:py-8">
      <LiveRefresh url="/api/roll-out" seen={fingerprintOf(rollOut)} everyMs={2_000} />
      <PageHeading
        title="Roll-out"
        back={{ href: '/admin', label: 'Admin' }}
        lead="Shops leave Redis pod by pod, quiet ones first. A pod is watched after each step, and what passes a threshold takes it back to where it was safe."
        actions={
          status === 'running' &&
          pods.length > 0 && (
            <ConfirmAction
              action={stop}
              fields={{}}
              triggerLabel="Stop"
              triggerTone="danger"
              triggerSize="md"
              title="Stop the roll-out?"
              consequence={
                going.length > 0
                  ? `Pod ${going.map(({ podId }) => podId).join(', ')} goes back to its last safe state, and no pod goes forward.`
                  : 'No pod is under way. None goes forward until somebody says that it goes on.'
              }
              confirmLabel="Stop"
            />
          )
        }
      />
      <Notices rollOut={rollOut} obstacle={obstacle} />
      <div className="grid gap-6 xl:grid-cols-[minmax(0,1fr)_23rem] 2xl:grid-cols-[minmax(0,1fr)_26rem]">
        <div className="min-w-0 space-y-6">
          <Card
            title="Pods"
            aside={
              pods.length > 0 && (
                <p className="text-xs text-ink-faint tabular-nums">
                  {formatCount(shops, 'shop')}; checkouts of {formatCount(rollOut.trafficHours, 'hour')}
                </p>
              )
            }
            isFlush
          >
            {pods.length > 0 ? (
              <RollOutBoard columns={columns} pods={boardPods(rollOut)} />
            ) : (
              <div className="px-5 py-14">
                <EmptyState title="There are no pods yet.">
                  Make some from the shops that there are. To have a dozen shops with traffic to try it on,
                  run <code className="font-mono">npm run traffic</code>.
                </EmptyState>
              </div>
            )}
          </Card>
          <Card title="History">
            {rollOut.events.length > 0 ? (
              <Timeline entries={rollOut.events.map(entryOf)} />
            ) : (
              <p className="text-sm text-ink-soft">Nothing was done yet.</p>
            )}
          </Card>
        </div>
        <div className="min-w-0 space-y-6">
          <Card
            title="Thresholds"
            aside={
              measures && rollOut.isWatched ? (
                <p className="text-xs text-ink-faint">
                  {measures.podId === null ? 'all pods' : `pod ${measures.podId}`}, now
                </p>
              ) : (
                <p className="text-xs text-ink-faint">not measured</p>
              )
            }
          >
            <ActionForm action={saveThresholds} submitLabel="Save thresholds" submitTone="outline">
              <SeenField name="seenThresholds" seen={JSON.stringify(rollOut.thresholds)} />
              <RollOutLimits limits={stopping} />
              <div className="border-t pt-4">
                <RollOutLimits limits={measuring} />
              </div>
            </ActionForm>
          </Card>
          <Card title={pods.length > 0 ? 'Make the pods anew' : 'Make pods'}>
            <GroupingForm
              action={regroup}
              version={version}
              by={rollOut.groupedBy}
              hours={rollOut.trafficHours}
              lists={pods.map((pod) => pod.shops.map(({ shopId }) => shopId).join(', ')).join('\n')}
            />
          </Card>
          <p className="px-1 text-sm text-ink-soft">
            The same in a terminal: <code className="font-mono">npm run roll-out -- --help</code>. One shop
            alone has a page in its admin, under Stock truth.
          </p>
        </div>
      </div>
    </div>
  );
}

function Notices({ rollOut, obstacle }: { rollOut: RollOut; obstacle: string | null }) {
  const { status, stoppedWhy, version, pods, isWatched } = rollOut;
  const isUnwatched = pods.length > 0 && !isWatched;
  if (status === 'running' && !isUnwatched && !obstacle) return null;
  return (
    <div className="mb-6 space-y-3">
      {status === 'stopped' && (
        <Notice
          tone="danger"
          title="The roll-out is stopped"
          actions={
            <ActionForm action={goOnAgain} submitLabel="Go on" submitTone="outline">
              <input type="hidden" name="seenVersion" value={version} />
            </ActionForm>
          }
        >
          {stoppedWhy}
        </Notice>
      )}
      {obstacle && (
        <Notice tone={pods.length > 0 ? 'danger' : 'neutral'} title="No Redis answers">
          A roll-out {obstacle}.
        </Notice>
      )}
      {isUnwatched && (
        <Notice tone="warn" title="Nobody watches">
          The worker measures and stops; it doesn’t run. No pod goes forward until it does:{' '}
          <code className="font-mono">npm run worker</code>.
        </Notice>
      )}
    </div>
  );
}

const names: Record<RollOut['events'][number]['kind'], string> = {
  grouped: 'Pods made',
  advance: 'Step forward',
  back: 'Taken back',
  safe: 'Safe',
  stop: 'Stopped',
  go_on: 'Goes on',
  thresholds: 'Thresholds',
};

function entryOf({ eventId, kind, says, actor, createdAt }: RollOut['events'][number]): TimelineEntry {
  return {
    id: eventId,
    title: names[kind],
    time: formatDateTime(createdAt),
    dateTime: createdAt.toISOString(),
    detail: `${says} (${actor})`,
    tone: kind === 'stop' ? 'danger' : kind === 'back' ? 'warn' : kind === 'safe' ? 'good' : 'neutral',
  };
}
