'use client';
/** Who holds this process's connections, by tag, with the time of its statements beside it: slow and long are two things. */
import clsx from 'clsx';
import { ChevronRight } from 'lucide-react';
import { Fragment, useState } from 'react';
import type { ConnectionsView } from '@/app/api/live/snapshot';
import { formatDuration, formatNumber, formatShare } from '@/components/format';
import { Table, TableMessage, Td, Th, Tr } from '@/components/ui/table';
import { StatementTable } from './statement-table';

/** A hold that goes on for longer than this is pointed out. */
const goingOnMs = 1_000;
/** Columns of a small screen, and those for which it has no room. */
const narrow = 'max-sm:px-2 max-sm:first:pl-4 max-sm:last:pr-4';
const wide = 'max-sm:hidden';

export function ConnectionTable({ tags }: Pick<ConnectionsView, 'tags'>) {
  const [openTags, setOpenTags] = useState<ReadonlySet<string>>(new Set());
  const toggle = (tag: string) =>
    setOpenTags(
      (before) => new Set(before.has(tag) ? [...before].filter((one) => one !== tag) : [...before, tag]),
    );
  return (
    <Table caption="Connections of this process, by tag">
      <thead>
        <tr>
          <Th className={narrow}>Tag</Th>
          <Th className={clsx(narrow, 'max-sm:text-right max-sm:whitespace-normal')}>
            Share of holding, last 10 s
          </Th>
          <Th isNumeric className={wide}>
            Held now
          </Th>
          <Th isNumeric className={wide}>
            In statements
          </Th>
          <Th isNumeric className={wide}>
            Holds
          </Th>
          <Th isNumeric className={wide}>
            Hold p50
          </Th>
          <Th isNumeric className={wide}>
            p95
          </Th>
          <Th isNumeric className={narrow}>
            p99
          </Th>
          <Th isNumeric className={narrow}>
            Longest
          </Th>
          <Th isNumeric className={wide}>
            Waited for one
          </Th>
          <Th isNumeric className={wide}>
            Statement, mean
          </Th>
        </tr>
      </thead>
      <tbody>
        {tags.length === 0 && (
          <TableMessage columnCount={11}>
            <p className="text-center text-sm text-ink-soft">No connection was used since the start.</p>
          </TableMessage>
        )}
        {tags.map((tag) => (
          <Fragment key={tag.tag}>
            <Tr data-testid={`tag-${tag.tag}`}>
              <Td className={narrow}>
                <button
                  type="button"
                  title="Its statements"
                  aria-expanded={openTags.has(tag.tag)}
                  onClick={() => toggle(tag.tag)}
                  className="flex min-h-6 cursor-pointer items-center gap-1.5 font-mono text-xs"
                >
                  <ChevronRight
                    aria-hidden="true"
                    className={clsx('size-3.5 text-ink-faint', openTags.has(tag.tag) && 'rotate-90')}
                  />
                  {tag.tag}
                </button>
              </Td>
              <Td className={clsx(narrow, 'sm:min-w-32')}>
                <span className="flex items-center justify-end gap-2">
                  <span className="h-2.5 flex-1 rounded-[2px] bg-sunken max-sm:hidden">
                    <span
                      className="block h-full rounded-[2px] bg-series-sky"
                      style={{ width: `${tag.shareNow * 100}%` }}
                    />
                  </span>
                  <span className="w-14 text-right text-xs tabular-nums">{formatShare(tag.shareNow)}</span>
                </span>
              </Td>
              <Td isNumeric className={wide}>
                {formatNumber(tag.heldNow, 2)}
              </Td>
              <Td isNumeric className={clsx(wide, 'text-ink-soft')}>
                {formatNumber(tag.statementsNow, 2)}
              </Td>
              <Td isNumeric className={wide}>
                {formatNumber(tag.count)}
              </Td>
              <Td isNumeric className={wide}>
                {formatDuration(tag.holdP50Ms)}
              </Td>
              <Td isNumeric className={wide}>
                {formatDuration(tag.holdP95Ms)}
              </Td>
              <Td isNumeric className={narrow}>
                {formatDuration(tag.holdP99Ms)}
              </Td>
              <Td isNumeric className={narrow}>
                {formatDuration(Math.max(tag.holdMaxMs, tag.openMaxMs))}
                {tag.openMaxMs > goingOnMs && <span className="block text-xs text-warn">going on</span>}
              </Td>
              <Td isNumeric className={wide}>
                {formatDuration(tag.waitedMs)}
              </Td>
              <Td isNumeric className={wide}>
                {formatDuration(tag.packets > 0 ? tag.statementMs / tag.packets : 0)}
              </Td>
            </Tr>
            {openTags.has(tag.tag) && (
              <tr>
                <td colSpan={11} className="border-b bg-sunken px-5 py-3">
                  <StatementTable tag={tag} />
                </td>
              </tr>
            )}
          </Fragment>
        ))}
      </tbody>
    </Table>
  );
}
