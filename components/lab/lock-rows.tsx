/** The rows of data_locks and data_lock_waits as they were read, none left out. */
import { Table } from '@/components/ui/table';
import type { LabSnapshot } from '@/lab/index';
import { SessionTag } from './session-tag';

const cell = 'px-2 py-1 font-mono text-2xs whitespace-nowrap first:pl-4 last:pr-4';
const head =
  'px-2 pb-1.5 text-left font-mono text-2xs font-medium whitespace-nowrap text-ink-faint first:pl-4 last:pr-4';

export function LockRows({ locks, waits, isCut }: Pick<LabSnapshot, 'locks' | 'waits' | 'isCut'>) {
  return (
    <div className="space-y-4">
      <div className="rounded-lg border bg-surface">
        <Table caption={`Rows of data_locks (${locks.length})`} hasVisibleCaption>
          <thead>
            <tr>
              {[
                'session',
                'OBJECT_NAME',
                'INDEX_NAME',
                'LOCK_MODE',
                'LOCK_STATUS',
                'LOCK_DATA',
                'in words',
              ].map((name) => (
                <th scope="col" key={name} className={head}>
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {locks.length === 0 && <NoRows columnCount={7}>No locks.</NoRows>}
            {locks.map((lock) => (
              <tr
                className="border-t"
                key={`${lock.session} ${lock.table} ${lock.index} ${lock.mode} ${lock.data} ${lock.isWaiting}`}
              >
                <td className={cell}>
                  <SessionTag name={lock.session} />
                </td>
                <td className={cell}>{lock.table}</td>
                <td className={cell}>{lock.index ?? 'NULL'}</td>
                <td className={cell}>{lock.mode}</td>
                <td className={cell}>
                  {lock.isWaiting ? <span className="font-semibold text-warn">WAITING</span> : 'GRANTED'}
                </td>
                <td className={cell}>{lock.data ?? 'NULL'}</td>
                <td className={`${cell} font-sans text-ink-soft`}>{lock.words}</td>
              </tr>
            ))}
          </tbody>
        </Table>
      </div>
      <div className="rounded-lg border bg-surface">
        <Table caption={`Rows of data_lock_waits (${waits.length})`} hasVisibleCaption>
          <thead>
            <tr>
              {['waiting', 'blocking', 'wanted'].map((name) => (
                <th scope="col" key={name} className={head}>
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {waits.length === 0 && <NoRows columnCount={3}>Nobody waits.</NoRows>}
            {waits.map(({ waiting, blocking, kind, lock }) => (
              <tr className="border-t" key={`${waiting} ${blocking}`}>
                <td className={cell}>
                  <SessionTag name={waiting} />
                </td>
                <td className={cell}>
                  <SessionTag name={blocking} />
                </td>
                <td className={cell}>
                  {lock
                    ? `${lock.mode} on ${lock.table}${lock.index ? `.${lock.index}` : ''} (${lock.data ?? 'the table'})`
                    : `the ${kind}`}
                </td>
              </tr>
            ))}
          </tbody>
        </Table>
      </div>
      {isCut && <p className="text-sm text-warn">There are more rows than the lab reads at once.</p>}
    </div>
  );
}

function NoRows({ columnCount, children }: { columnCount: number; children: string }) {
  return (
    <tr>
      <td colSpan={columnCount} className="px-3 py-2 text-xs text-ink-faint">
        {children}
      </td>
    </tr>
  );
}
