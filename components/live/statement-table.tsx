/** The statements of one tag: how often, how long. A hold that is long while these are short is waiting for its own code. */
import clsx from 'clsx';
import type { TagView } from '@/app/api/live/snapshot';
import { formatDuration, formatNumber, formatShare } from '@/components/format';

export function StatementTable({ tag }: { tag: TagView }) {
  const { statements, heldMs, statementMs } = tag;
  if (statements.length === 0) return <p className="text-xs text-ink-soft">It has sent no statement yet.</p>;
  return (
    // The table around it scrolls sideways on a small screen; this one stays in view.
    <table className="w-full text-xs max-sm:sticky max-sm:left-5 max-sm:w-[calc(100vw-5rem)]">
      <caption className="pb-2 text-left text-ink-soft">
        {formatShare(heldMs > 0 ? Math.min(1, statementMs / heldMs) : 0)} of its holds was spent in
        statements. Those that travel in one packet are timed together.
      </caption>
      <thead className="text-ink-faint">
        <tr>
          <th scope="col" className="py-1 text-left font-medium">
            Statements of a packet
          </th>
          <Heading>Packets</Heading>
          <Heading>Mean</Heading>
          <Heading isForWide>p50</Heading>
          <Heading>p99</Heading>
          <Heading isForWide>Longest</Heading>
          <Heading isForWide>Share of time</Heading>
        </tr>
      </thead>
      <tbody className="tabular-nums">
        {statements.map((one) => (
          <tr key={one.name} className="border-t">
            <th
              scope="row"
              className="max-w-md py-1 text-left font-mono font-normal [overflow-wrap:anywhere]"
            >
              {one.name}
            </th>
            <Figure>{formatNumber(one.count)}</Figure>
            <Figure>{formatDuration(one.totalMs / one.count)}</Figure>
            <Figure isForWide>{formatDuration(one.p50Ms)}</Figure>
            <Figure>{formatDuration(one.p99Ms)}</Figure>
            <Figure isForWide>{formatDuration(one.maxMs)}</Figure>
            <Figure isForWide>{formatShare(statementMs > 0 ? one.totalMs / statementMs : 0)}</Figure>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface CellProps {
  /** Left out on a small screen. Default: false. */
  isForWide?: boolean;
  children: string;
}

function Heading({ isForWide = false, children }: CellProps) {
  return (
    <th
      scope="col"
      className={clsx(
        'py-1 pl-4 text-right font-medium whitespace-nowrap max-sm:pl-2',
        isForWide && 'max-sm:hidden',
      )}
    >
      {children}
    </th>
  );
}

function Figure({ isForWide = false, children }: CellProps) {
  return (
    <td className={clsx('py-1 pl-4 text-right whitespace-nowrap max-sm:pl-2', isForWide && 'max-sm:hidden')}>
      {children}
    </td>
  );
}
