'use client';
/** What became of one unit: from the ledger to the pool, into which hold, and how that hold ended. */
import type { LevelSample } from '@/app/api/live/snapshot';
import { formatDateTime } from '@/components/format';
import type { UnitPlace } from '@/db/panel/units';
import { useAnswer } from './use-answer';

interface UnitLifeProps {
  unitId: number | null;
  url: string | null;
  level: LevelSample;
}

interface Event {
  readonly what: string;
  readonly detail?: string;
  readonly at?: string | null;
}

export function UnitLife({ unitId, url, level }: UnitLifeProps) {
  const answer = useAnswer<{ places: UnitPlace[] }>(url);
  if (unitId === null) {
    return <p className="text-sm text-ink-soft">Pick a unit to see what became of it.</p>;
  }
  return (
    <section aria-label={`Unit ${unitId}`} className="text-sm" aria-live="polite">
      <h3 className="text-sm font-semibold">Unit {unitId}</h3>
      {answer.state === 'loading' && <p className="mt-2 text-ink-soft">Reading…</p>}
      {answer.state === 'failed' && <p className="mt-2 text-danger">{answer.message}</p>}
      {answer.state === 'read' && <Life places={answer.value.places} level={level} />}
    </section>
  );
}

function Life({ places, level }: { places: UnitPlace[]; level: LevelSample }) {
  const events = lifeOf(places, level);
  return (
    <>
      {places.length > 1 && (
        <p className="mt-2 font-semibold text-unit-oversold">In {places.length} places at once.</p>
      )}
      <ol className="mt-3 space-y-3 border-l pl-4">
        {events.map((event) => (
          <li key={`${event.what} ${event.detail}`} className="relative">
            <span
              aria-hidden="true"
              className="absolute top-2 -left-[1.1875rem] size-1.5 rounded-full bg-ink"
            />
            <p className="font-medium">{event.what}</p>
            {event.detail && <p className="text-ink-soft [overflow-wrap:anywhere]">{event.detail}</p>}
            {event.at && <p className="text-xs text-ink-faint">{formatDateTime(event.at)}</p>}
          </li>
        ))}
      </ol>
      <p className="mt-4 text-xs text-ink-faint">
        Holds that ended without a sale keep no unit numbers, so earlier ones can’t be told.
      </p>
    </>
  );
}

/** The events that the rows of a unit tell of, oldest first. */
export function lifeOf(places: readonly UnitPlace[], level: Pick<LevelSample, 'location'>): Event[] {
  const events: Event[] = [
    {
      what: 'Laid out as a row',
      detail: `from the unpooled stock${level.location ? ` of ${level.location}` : ''}`,
    },
  ];
  for (const place of places) {
    if (place.place === 'pool') events.push({ what: 'In the pool', detail: 'free to be reserved' });
    if (place.place !== 'pool' && place.reservationId) {
      events.push({
        what: `Reserved by checkout ${place.checkoutId?.slice(-8) ?? 'unknown'}`,
        detail: `hold ${place.reservationId}`,
        at: place.reservedAt,
      });
      if (place.extendedAt) events.push({ what: 'Hold extended, payment began', at: place.extendedAt });
    }
    if (place.place === 'hold') {
      events.push({
        what: `Hold ends by itself`,
        detail: `status ${place.status ?? 'missing'}`,
        at: place.expiresAt,
      });
    }
    if (place.place === 'sold') {
      events.push({ what: 'Claimed: sold', detail: `order ${place.orderId}`, at: place.soldAt });
      if (place.returnedAt) {
        events.push({ what: 'Returned', detail: 'it is back under a new number', at: place.returnedAt });
      }
    }
  }
  if (places.length === 0)
    events.push({ what: 'Nowhere now', detail: 'written off, shipped or moved to another place' });
  return events;
}
