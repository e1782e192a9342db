/** The statements of one tag: how often, how long. A hold that is long while these are short is waiting for its own code. */
import type { TagView } from '@/app/api/live/snapshot';
import { formatDuration, formatNumber, formatShare } from '@/components/format';

export function StatementTable({ tag }: { tag: TagView }) {
  const { statements, heldMs, statementMs } = tag;
  if (statements.length === 0) return <p className="text-xs text-ink-soft">It has sent no statement yet.</p>;
  return (
    <table className="w-full text-xs">
      <caption className="pb-2 text-left text-ink-soft">
        {formatShare(heldMs > 0 ? Math.min(1, statementMs / heldMs) : 0)} of its holds was spent in
        statements. Those that travel in one packet are timed together.
      </caption>
      <thead className="text-ink-faint">
        <tr>
          <th scope="col" className="py-1 text-left font-medium">
            Statements of a packet
          </th>
          {['Packets', 'Mean', 'p50', 'p99', 'Longest', 'Share of time'].map((title) => (
            <th key={title} scope="col" className="py-1 pl-4 text-right font-medium whitespace-nowrap">
              {title}
            </th>
          ))}
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
            <Figure>{formatDuration(one.p50Ms)}</Figure>
            <Figure>{formatDuration(one.p99Ms)}</Figure>
            <Figure>{formatDuration(one.maxMs)}</Figure>
            <Figure>{formatShare(statementMs > 0 ? one.totalMs / statementMs : 0)}</Figure>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Figure({ children }: { children: string }) {
  return <td className="py-1 pl-4 text-right whitespace-nowrap">{children}</td>;
}
