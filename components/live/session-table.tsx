/** Sessions of the whole server by tag: also those of a sale, the worker, or a client that nobody thought of. */
import clsx from 'clsx';
import type { SessionsView } from '@/app/api/live/snapshot';
import { formatCount, formatNumber } from '@/components/format';
import { ScrollFrame } from '@/components/ui/scroll-frame';

const shown = 20;
const head =
  'sticky top-0 z-10 h-9 bg-surface px-2 text-xs font-medium whitespace-nowrap text-ink-faint shadow-[inset_0_-1px_var(--color-line)] first:pl-5 last:pr-5 max-sm:px-1.5';
const cell = 'h-8 px-2 whitespace-nowrap first:pl-5 last:pr-5 max-sm:px-1.5';

type Group = SessionsView['groups'][number];

const busy = ({ running, idleInTransaction }: Group) => running + idleInTransaction;

/** Steps of a whole session, so that rows don't change places at every reading. */
const byBusiness = (a: Group, b: Group) =>
  Math.round(busy(b)) - Math.round(busy(a)) ||
  b.sessions - a.sessions ||
  `${a.tag} ${a.schema}`.localeCompare(`${b.tag} ${b.schema}`);

export function SessionTable({ view }: { view: SessionsView }) {
  const groups = view.groups
    .filter((group) => group.sessions > 0 || group.running > 0)
    .sort(byBusiness)
    .slice(0, shown);
  const most = Math.max(...groups.map((group) => Math.max(group.sessions, busy(group))), 1);
  return (
    <>
      <ScrollFrame
        label="Sessions of the whole server"
        className="min-h-0 flex-1 overflow-y-auto max-xl:max-h-80"
      >
        <table className="w-full border-collapse text-sm">
          <caption className="sr-only">Sessions of the whole server, by tag</caption>
          <thead>
            <tr>
              <th scope="col" className={`${head} text-left`}>
                Tag, schema
              </th>
              <th scope="col" className={`${head} hidden text-left sm:table-cell`}>
                <span className="sr-only">As a bar</span>
              </th>
              <th scope="col" className={`${head} text-right`}>
                <Mark colour="bg-series-sky" /> Running
              </th>
              <th scope="col" className={`${head} text-right`}>
                <Mark colour="bg-warn" /> Idle
              </th>
              <th scope="col" className={`${head} text-right`}>
                Connected
              </th>
            </tr>
          </thead>
          <tbody>
            {groups.map((group) => (
              <tr key={`${group.tag} ${group.schema}`} className="border-b last:border-b-0">
                <th scope="row" className={`${cell} w-full max-w-0 min-w-28 truncate text-left font-normal`}>
                  <span className="font-mono text-xs">
                    {group.tag ?? <span className="text-ink-faint">no tag</span>}
                  </span>{' '}
                  <span className="text-2xs text-ink-faint max-sm:hidden" title={group.schema ?? undefined}>
                    {group.schema ?? 'no schema'}
                  </span>
                </th>
                <td className={`${cell} hidden sm:table-cell`}>
                  <SessionBar group={group} most={most} />
                </td>
                <td className={`${cell} text-right`}>{formatNumber(group.running, 1)}</td>
                <td
                  className={clsx(
                    cell,
                    'text-right',
                    group.idleInTransaction >= 1 ? 'font-semibold text-warn' : 'text-ink-soft',
                  )}
                >
                  {formatNumber(group.idleInTransaction, 1)}
                </td>
                <td className={`${cell} text-right`}>{formatNumber(group.sessions)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollFrame>
      <p className="border-t px-5 py-2 text-2xs text-ink-faint">
        Idle: in a transaction, between two statements. All processes, means of{' '}
        {formatCount(view.readings, 'reading')}.
      </p>
    </>
  );
}

function Mark({ colour }: { colour: string }) {
  return <span aria-hidden="true" className={`mr-1 inline-block size-2 rounded-[2px] ${colour}`} />;
}

/** Busy ones before those that are only connected, on one scale for all tags. */
function SessionBar({ group, most }: { group: Group; most: number }) {
  const share = (count: number) => ({ width: `${(count / most) * 100}%` });
  return (
    <span aria-hidden="true" className="flex h-2.5 w-24">
      <span className="bg-series-sky" style={share(group.running)} />
      <span className="bg-warn" style={share(group.idleInTransaction)} />
      <span className="bg-line" style={share(Math.max(0, group.sessions - busy(group)))} />
    </span>
  );
}
