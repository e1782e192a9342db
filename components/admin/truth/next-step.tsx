/** The way forward with its gates, and the ways back. */
import { Check, Clock } from 'lucide-react';
import { ActionForm } from '@/components/admin/action-form';
import type { AnswerAction } from '@/components/admin/answer';
import { AnswerText } from '@/components/admin/answer-fields';
import { ConfirmAction } from '@/components/admin/confirm-action';
import { SeenField } from '@/components/admin/seen-field';
import { formatCount } from '@/components/format';
import { Card } from '@/components/ui/card';
import { gatesOf, type ShopTruth, stateTexts, type TruthState, truthStates } from '@/legacy/index';

interface StepProps {
  action: AnswerAction;
  shop: string;
  truth: ShopTruth;
}

export function StepForward({ action, shop, truth }: StepProps) {
  const next = truthStates[truthStates.indexOf(truth.state) + 1];
  if (!next) {
    return (
      <Card title="Forward">
        <p className="text-sm text-ink-soft">
          The shop has arrived: MySQL decides and Redis is not asked. The ways back stay open.
        </p>
      </Card>
    );
  }
  const gates = gatesOf(truth.state, next, truth.figures);
  return (
    <Card title={`Forward to “${stateTexts[next].name}”`}>
      <p className="text-sm text-ink-soft">{stateTexts[next].says}</p>
      {gates.length > 0 ? (
        <ul className="mt-4 space-y-2 text-sm" aria-label="Gates">
          {gates.map(({ says, isOpen }) => (
            <li key={says} className="flex items-start gap-2.5">
              {isOpen ? (
                <Check aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-good" />
              ) : (
                <Clock aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-warn" />
              )}
              <span className={isOpen ? undefined : 'font-medium'}>
                {says}
                <span className="sr-only">{isOpen ? ': open' : ': closed'}</span>
              </span>
            </li>
          ))}
        </ul>
      ) : (
        <p className="mt-4 text-sm">No gate: this step can be taken at any time.</p>
      )}
      <ActionForm
        action={action}
        submitLabel={`Go to ${stateTexts[next].name}`}
        isLoud
        className="mt-5 space-y-4"
      >
        <input type="hidden" name="shop" value={shop} />
        <input type="hidden" name="to" value={next} />
        <SeenField name="seenVersion" seen={truth.version} />
        <AnswerText
          name="reason"
          label="Why"
          hint="Kept with the switch."
          maxLength={200}
          autoComplete="off"
        />
      </ActionForm>
    </Card>
  );
}

/** Back to `redis` from anywhere, at once, without a question of versions. */
export function KillSwitch({ action, shop, truth }: StepProps) {
  const isThrown = truth.state === 'redis';
  return (
    <Card title="Kill switch">
      <p className="text-sm text-ink-soft">
        {isThrown
          ? 'Redis decides alone. Nothing is left to switch off; the way forward begins with the shadow.'
          : 'Back to Redis for every new reserve within a second, from any state. Live holds are honoured, and paid ones become orders.'}
      </p>
      {!isThrown && (
        <div className="mt-5">
          <ConfirmAction
            action={action}
            fields={{ shop, to: 'redis', reason: 'Kill switch' }}
            triggerLabel="Back to Redis now"
            triggerTone="danger"
            triggerSize="lg"
            title="Let Redis decide again?"
            consequence={`New reserves are decided by Redis within a second. Its counters are loaded from MySQL first, live holds included. The way forward then starts anew with the shadow and its ${formatCount(truth.figures.compared, 'comparison')} of this state no longer count.`}
            confirmLabel="Back to Redis"
          />
        </div>
      )}
    </Card>
  );
}

export function StepsBack({ action, shop, truth }: StepProps) {
  const earlier = truthStates.slice(0, truthStates.indexOf(truth.state)).filter((state) => state !== 'redis');
  if (earlier.length === 0) return null;
  return (
    <Card title="Back, a step or two">
      <p className="text-sm text-ink-soft">Always allowed: no gate stands before a step back.</p>
      <ul className="mt-4 flex flex-wrap gap-2.5">
        {earlier.map((state: TruthState) => (
          <li key={state}>
            <ConfirmAction
              action={action}
              fields={{ shop, to: state, seenVersion: truth.version, reason: 'Step back' }}
              triggerLabel={stateTexts[state].name}
              title={`Back to “${stateTexts[state].name}”?`}
              consequence={`${stateTexts[state].says} Live holds are honoured. The comparisons count from the beginning again.`}
              confirmLabel="Step back"
            />
          </li>
        ))}
      </ul>
    </Card>
  );
}
