'use client';
/** What became of one unit: from the ledger to the pool, into which hold, and how that hold ended. */
import { type ReactNode, useEffect, useRef } from 'react';
import type { LevelSample, StatementSource, UnitAnswer } from '@/app/api/live/snapshot';
import { formatDateTime, formatDuration } from '@/components/format';
import { ScrollFrame } from '@/components/ui/scroll-frame';
import type { UnitLock } from '@/db/panel/lock-picture';
import type { RecordedPacket } from '@/db/panel/recorded-packets';
import type { OpenTransaction } from '@/db/panel/transactions';
import type { UnitPlace } from '@/db/panel/units';
import { SessionName } from './session-name';
import { useAnswer } from './use-answer';

interface UnitLifeProps {
  unitId: number | null;
  url: string | null;
  level: LevelSample;
  /** Locks on this unit's row, of the newest reading. */
  locks: readonly UnitLock[];
  transactions: ReadonlyMap<number, OpenTransaction>;
}

interface Event {
  readonly what: string;
  readonly detail?: string;
  readonly at?: string | null;
  /** The hold whose statements belong here. */
  readonly reservationId?: string;
}

export function UnitLife({ unitId, url, level, locks, transactions }: UnitLifeProps) {
  const answer = useAnswer<UnitAnswer>(url);
  const section = useRef<HTMLElement>(null);
  // On a narrow screen it stands below the grid, out of sight of whoever picked a unit there.
  useEffect(() => {
    if (unitId !== null) section.current?.scrollIntoView({ block: 'nearest' });
  }, [unitId]);
  if (unitId === null) {
    return <p className="text-sm text-ink-soft">Pick a unit to see what became of it.</p>;
  }
  return (
    <section ref={section} aria-label={`Unit ${unitId}`} className="scroll-mb-64 text-sm" aria-live="polite">
      <h3 className="text-sm font-semibold">Unit {unitId}</h3>
      {answer.state === 'loading' && <p className="mt-2 text-ink-soft">Reading…</p>}
      {answer.state === 'failed' && <p className="mt-2 text-danger">{answer.message}</p>}
      <Locks locks={locks} transactions={transactions} />
      {answer.state === 'read' && <Life {...answer.value} level={level} />}
    </section>
  );
}

const sourceWords: Record<StatementSource, ReactNode> = {
  watched: 'Statements are those that this process sent while the panel was open.',
  on: 'Statements are as the run recorded them.',
  full: 'The run recorded its first packets, as many as it keeps: later holds have no statements here.',
  off: (
    <>
      This run did not record its statements. To see them here, start a sale with <i>Record statements</i> on,
      or <code className="font-mono">npm run sale -- --record-statements on</code>.
    </>
  ),
};

function Locks({ locks, transactions }: Pick<UnitLifeProps, 'locks' | 'transactions'>) {
  if (locks.length === 0) return <p className="mt-1 text-xs text-ink-faint">Nobody has it locked now.</p>;
  return (
    <ul aria-label="Locks on it now" className="mt-2 space-y-1.5">
      {locks.map((lock) => (
        <li
          key={`${lock.place} ${lock.connectionId} ${lock.words}`}
          className="border-l-3 border-unit-locked pl-2.5"
        >
          <SessionName
            connectionId={lock.connectionId}
            transaction={lock.connectionId === null ? undefined : transactions.get(lock.connectionId)}
          />
          <span className="block text-ink-soft">locks it now: {lock.words}</span>
        </li>
      ))}
    </ul>
  );
}

function Life({ places, recorded, source, level }: UnitAnswer & { level: LevelSample }) {
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
            {event.reservationId && <Statements packets={recorded[event.reservationId] ?? []} />}
            {event.at && <p className="text-xs text-ink-faint">{formatDateTime(event.at)}</p>}
          </li>
        ))}
      </ol>
      <p className="mt-4 text-xs text-ink-faint">
        Holds that ended without a sale keep no unit numbers, so earlier ones can’t be told.{' '}
        {sourceWords[source]}
      </p>
    </>
  );
}

/** Tag and name stand above it. */
const withoutTag = (text: string) => text.replace(/^\/\* conn_tag:[^*]*\*\/\s*/, '');

/** Over which connection, under which tag and with which statements; nothing where nobody recorded it. */
function Statements({ packets }: { packets: readonly RecordedPacket[] }) {
  const [first] = packets;
  if (!first) return null;
  return (
    <details className="mt-0.5">
      <summary className="text-xs text-ink-soft">
        {first.tag}, connection {first.connectionId}: {packets.length}{' '}
        {packets.length === 1 ? 'packet' : 'packets'}
      </summary>
      {packets.map((packet) => (
        <div key={packet.at + packet.connectionId + packet.statements[0]?.name} className="mt-1.5">
          <p className="text-xs text-ink-faint tabular-nums">
            {packet.at.slice(11, 23)} · {packet.tag} · connection {packet.connectionId} ·{' '}
            {formatDuration(packet.durationMs)}
            {packet.error && <span className="text-danger"> · {packet.error}</span>}
          </p>
          <ScrollFrame
            label={`Statements of the packet of ${packet.at.slice(11, 23)}`}
            className="mt-1 max-h-64 overflow-y-auto rounded-sm bg-sunken p-2"
          >
            {packet.statements.map(({ name, text }, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: what a packet carried never changes
              <div key={place} className="not-first:mt-2">
                <p className="text-2xs text-ink-faint">{name}</p>
                <pre className="font-mono text-2xs whitespace-pre-wrap wrap-anywhere">{withoutTag(text)}</pre>
              </div>
            ))}
          </ScrollFrame>
        </div>
      ))}
    </details>
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
        reservationId: place.reservationId,
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
