/** Locks added up by table, index and mode. */
import { formatNumber } from '@/components/format';
import { Table, Td, Th, Tr } from '@/components/ui/table';
import type { LockPicture } from '@/db/panel/lock-picture';

export function LockGroups({ picture }: { picture: LockPicture }) {
  const rows = picture.groups.filter(({ index, waiting }) => index !== null || waiting > 0);
  const announced = picture.groups.filter((group) => !rows.includes(group));
  if (picture.groups.length === 0) {
    return <p className="px-5 py-6 text-sm text-ink-soft">No lock was held when this was read.</p>;
  }
  return (
    <div>
      <Table caption="Locks by table, index and mode">
        <thead>
          <tr>
            <Th>Table, index, lock</Th>
            <Th isNumeric>Held</Th>
            <Th isNumeric>Waiting</Th>
          </tr>
        </thead>
        <tbody>
          {rows.map((group) => (
            <Tr key={`${group.table} ${group.index} ${group.mode}`}>
              <Td>
                <div className="items-baseline gap-x-4 sm:grid sm:grid-cols-[minmax(11rem,2fr)_3fr]">
                  <span className="font-mono text-xs">
                    {group.table}
                    {group.index && <span className="text-ink-faint"> {group.index}</span>}
                  </span>{' '}
                  <span className="block">
                    {group.words}{' '}
                    <span className="font-mono text-2xs whitespace-nowrap text-ink-faint">{group.mode}</span>
                  </span>
                </div>
              </Td>
              <Td isNumeric>{formatNumber(group.granted)}</Td>
              <Td isNumeric className={group.waiting > 0 ? 'font-semibold text-warn' : 'text-ink-faint'}>
                {formatNumber(group.waiting)}
              </Td>
            </Tr>
          ))}
        </tbody>
      </Table>
      <p className="border-t px-5 py-2.5 text-xs text-ink-faint">
        {announced.length > 0 &&
          `Announced on tables: ${announced.map(({ table, mode, granted }) => `${table} ${mode} ${granted}`).join(', ')}. `}
        {picture.isCut && `Only the first ${formatNumber(picture.count)} locks were read. `}A row that was
        just inserted is locked without being listed here, until somebody runs into it.
      </p>
    </div>
  );
}
