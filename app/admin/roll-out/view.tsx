/** What the roll-out's page shows, from what was read. */
import { ActionForm } from '@/components/admin/action-form';
import { ConfirmAction } from '@/components/admin/confirm-action';
import type { BoardPod } from '@/components/admin/roll-out-board';
import type { Limit } from '@/components/admin/roll-out-limits';
import { formatClock, formatCount, formatNumber } from '@/components/format';
import { Badge } from '@/components/ui/badge';
import {
  type Pod,
  passedThresholds,
  type RollOut,
  stateTexts,
  stoppingKeys,
  type ThresholdKey,
  thresholdKeys,
  thresholdTexts,
  truthStates,
} from '@/legacy/index';
import { advance, setBack } from './actions';

export const columns = truthStates.map((state) => ({
  state,
  name: stateTexts[state].name,
  decides: stateTexts[state].decides,
}));

const checkoutsOf = ({ shops }: Pod) => shops.reduce((sum, { checkouts }) => sum + checkouts, 0);

export function boardPods(rollOut: RollOut): BoardPod[] {
  const most = Math.max(1, ...rollOut.pods.map(checkoutsOf));
  return rollOut.pods.map((pod) => ({
    podId: pod.podId,
    shops: pod.shops.map(({ shopId, name, state, checkouts }) => ({
      shopId,
      name,
      state,
      traffic: formatCount(checkouts, 'checkout'),
    })),
    size: `${formatCount(pod.shops.length, 'shop')} · ${formatCount(checkoutsOf(pod), 'checkout')}`,
    share: checkoutsOf(pod) / most,
    status: statusOf(pod, rollOut),
    waiting: pod.shops
      .filter(({ state, closed }) => state === pod.behind && closed.length > 0)
      .map(({ shopId, name, slug, closed }) => ({
        shopId,
        name,
        href: `/admin/${slug}/truth`,
        why: closed.join('; '),
      })),
    acts: <PodActs pod={pod} rollOut={rollOut} />,
  }));
}

function statusOf(pod: Pod, { thresholds }: RollOut): BoardPod['status'] {
  if (pod.status === 'going_back') return { word: 'going back', tone: 'warn' };
  if (pod.status === 'advancing') {
    const left = thresholds.watchSeconds - (pod.steppedAgoMs ?? 0) / 1_000;
    return { word: `watched, ${formatClock(left)} left`, tone: 'accent' };
  }
  return pod.next ? { word: 'resting', tone: 'neutral' } : { word: 'arrived', tone: 'good' };
}

function PodActs({ pod, rollOut }: { pod: Pod; rollOut: RollOut }) {
  const { podId, next, ahead, shops } = pod;
  const other = rollOut.pods.find((one) => one.podId !== podId && one.status !== 'resting');
  const mayAdvance = next && !other && rollOut.status === 'running' && pod.status !== 'going_back';
  const furthest = pod.status === 'advancing' ? pod.aim : ahead;
  const before = truthStates[truthStates.indexOf(furthest) - 1];
  const backTo = before === 'redis' || before === undefined ? [before] : [before, 'redis' as const];
  return (
    <>
      {mayAdvance && (
        <ActionForm
          key={next}
          action={advance}
          submitLabel={`On to ${stateTexts[next].name}`}
          className="space-y-2.5"
        >
          <input type="hidden" name="pod" value={podId} />
          <input type="hidden" name="to" value={next} />
          <input type="hidden" name="seenVersion" value={rollOut.version} />
        </ActionForm>
      )}
      {backTo.map(
        (to) =>
          to && (
            <ConfirmAction
              key={to}
              action={setBack}
              fields={{ pod: podId, to }}
              triggerLabel={`Back to ${stateTexts[to].name}`}
              triggerSize="md"
              title={`Take pod ${podId} back to ${stateTexts[to].name}?`}
              consequence={`${formatCount(
                shops.filter(({ state }) => truthStates.indexOf(state) > truthStates.indexOf(to)).length,
                'shop',
              )} switched within a second for new reserves. Live holds are honoured.`}
              confirmLabel="Take it back"
            />
          ),
      )}
      {other && next && pod.status === 'resting' && <Badge>waits for pod {other.podId}</Badge>}
    </>
  );
}

const isStopping = (key: ThresholdKey) => (stoppingKeys as readonly string[]).includes(key);

export function limitsOf(rollOut: RollOut): { stopping: Limit[]; measuring: Limit[] } {
  const { measures, thresholds, isWatched } = rollOut;
  const passed = measures && isWatched ? passedThresholds(measures, thresholds) : [];
  const labelOf = (key: ThresholdKey) => {
    const { unit } = thresholdTexts[key];
    if (isStopping(key)) return unit === '%' ? 'At most, %' : 'At most';
    return unit === 's' ? 'Seconds' : 'At least';
  };
  const limit = (key: ThresholdKey): Limit => ({
    key,
    ...thresholdTexts[key],
    label: labelOf(key),
    limit: thresholds[key],
  });
  const measuringKeys = thresholdKeys.filter((key) => !isStopping(key));
  return {
    measuring: measuringKeys.map(limit),
    stopping: stoppingKeys.map((key) => {
      if (!measures || !isWatched) return limit(key);
      const value = measures[key];
      const digits = Number.isInteger(value) ? 0 : 1;
      const unit = thresholdTexts[key].unit;
      const share = thresholds[key] > 0 ? value / thresholds[key] : value > 0 ? 1 : 0;
      return {
        ...limit(key),
        measured: {
          text: `${formatNumber(value, digits)} ${unit} of ${formatNumber(thresholds[key], Number.isInteger(thresholds[key]) ? 0 : 1)}`,
          share,
          isPassed: passed.includes(key),
        },
      };
    }),
  };
}
