/** The one row that answers in a glance: stock, waits, connections, pace. */
import type { Snapshot } from '@/app/api/live/snapshot';
import { formatNumber, formatShare } from '@/components/format';
import { Stat } from '@/components/ui/stat';
import { runConnections } from './run-connections';

/** A tenth counts while little happens. */
const pace = (perSecond: number | undefined) =>
  perSecond === undefined ? '–' : formatNumber(perSecond, perSecond < 100 ? 1 : 0);

export function KeyFigures({ snapshot }: { snapshot: Snapshot }) {
  const { server, stock, connections } = snapshot;
  const counters = server.counters.state === 'read' ? server.counters.value : null;
  const metrics = server.metrics.state === 'read' ? server.metrics.value : null;
  const totals = stock.state === 'read' ? stock.value.totals : null;
  const ofRun = runConnections(snapshot);
  const waits = counters?.rowLockWaitsNow ?? 0;
  const figure = (value: number | undefined) => (value === undefined ? '–' : formatNumber(value));
  return (
    <dl className="grid grid-cols-[repeat(auto-fit,minmax(7.25rem,1fr))] gap-x-6 gap-y-5 rounded-lg border bg-surface px-5 py-4">
      <Stat label="In pools" value={figure(totals?.pooled)} unit="units" />
      <Stat label="Unpooled" value={figure(totals?.unpooled)} unit="units" />
      <Stat label="Held" value={figure(totals?.held)} unit="units" />
      <Stat
        label="Waiting for a row"
        value={figure(counters?.rowLockWaitsNow)}
        unit="now"
        tone={waits > 0 ? 'warn' : 'neutral'}
      />
      <Stat label="Deadlocks" value={figure(metrics?.deadlocks)} unit="since start" />
      {ofRun ? (
        <Stat
          label="Sale’s connections"
          value={`${formatNumber(ofRun.busy)}/${formatNumber(ofRun.connected)}`}
          unit="busy"
        />
      ) : (
        <Stat
          label="App’s connections"
          value={`${connections.inUse}/${connections.limit}`}
          unit={connections.waiting > 0 ? `${connections.waiting} in line` : 'in use'}
          tone={connections.waiting > 0 ? 'warn' : 'neutral'}
        />
      )}
      <Stat label="Commits" value={pace(counters?.commitsPerSecond)} unit="/s" />
      <Stat
        label="mysqld"
        value={server.cpuCores === null ? '–' : formatShare(server.cpuCores, 0)}
        unit="of a core"
      />
    </dl>
  );
}
