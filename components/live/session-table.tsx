/** Sessions of the whole server by tag: also those of a sale, the worker, or a client that nobody thought of. */
import type { SessionsView } from '@/app/api/live/snapshot';
import { formatNumber } from '@/components/format';
import { Table, Td, Th, Tr } from '@/components/ui/table';

export function SessionTable({ view }: { view: SessionsView }) {
  const groups = view.groups.filter((group) => group.sessions > 0 || group.running > 0).slice(0, 12);
  return (
    <div>
      <Table caption="Sessions of the whole server, by tag">
        <thead>
          <tr>
            <Th>Tag</Th>
            <Th>Schema</Th>
            <Th isNumeric>Connected</Th>
            <Th isNumeric>In a statement</Th>
            <Th isNumeric>Idle in a transaction</Th>
          </tr>
        </thead>
        <tbody>
          {groups.map((group) => (
            <Tr key={`${group.tag} ${group.schema}`}>
              <Td className="font-mono text-xs">
                {group.tag ?? <span className="text-ink-faint">no tag</span>}
              </Td>
              <Td className="text-xs text-ink-soft">{group.schema ?? 'none'}</Td>
              <Td isNumeric>{formatNumber(group.sessions)}</Td>
              <Td isNumeric>{formatNumber(group.running, 1)}</Td>
              <Td isNumeric className={group.idleInTransaction >= 1 ? 'font-semibold text-warn' : ''}>
                {formatNumber(group.idleInTransaction, 1)}
              </Td>
            </Tr>
          ))}
        </tbody>
      </Table>
      <p className="border-t px-5 py-2.5 text-xs text-ink-faint">
        All processes on this MySQL, told by the tag of each session’s last statement; the last two columns
        are means over {view.readings === 1 ? 'one reading' : `${view.readings} readings`}.
      </p>
    </div>
  );
}
