/** The last deadlock, one column a transaction: what it ran, held and waited for, and who was rolled back. */
import type { DeadlockView as Deadlock } from '@/app/api/live/snapshot';
import { Badge } from '@/components/ui/badge';

type Side = Deadlock['sides'][number];

export function DeadlockView({ deadlock }: { deadlock: Deadlock | null }) {
  if (!deadlock) {
    return <p className="px-5 py-6 text-sm text-ink-soft">No deadlock since MySQL was started.</p>;
  }
  return (
    <div className="px-5 py-4">
      <p className="text-xs text-ink-faint tabular-nums">at {deadlock.at}, by the server’s clock</p>
      <div className="mt-3 grid gap-5 sm:grid-cols-2">
        {deadlock.sides.map((side) => (
          <section key={side.number} className="min-w-0 text-sm" aria-label={`Transaction ${side.number}`}>
            <h3 className="flex flex-wrap items-center justify-between gap-2 border-b pb-1.5">
              <span className="font-medium">
                {side.subject
                  ? `checkout ${side.subject.slice(-8)}`
                  : (side.tag ?? `connection ${side.connectionId}`)}
              </span>
              {side.isVictim ? <Badge tone="danger">rolled back</Badge> : <Badge tone="good">went on</Badge>}
            </h3>
            <Locks title="Held" locks={side.holds} />
            <Locks title="Waited for" locks={side.waitsFor} />
            <pre className="mt-2 wrap-anywhere rounded-sm bg-sunken p-2.5 font-mono text-xs whitespace-pre-wrap text-ink-soft">
              {side.text}
            </pre>
          </section>
        ))}
      </div>
    </div>
  );
}

function Locks({ title, locks }: { title: string; locks: Side['holds'] }) {
  if (locks.length === 0) return null;
  return (
    <div className="mt-2">
      <p className="text-label">{title}</p>
      <ul>
        {locks.map((lock, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list of one deadlock never changes
          <li key={index}>
            {lock.record}
            <span className="text-ink-soft">, {lock.words}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
