/** Every switch: from where to where, who, why, and how many live holds went with it. */
import { formatCount, formatDateTime } from '@/components/format';
import { Card } from '@/components/ui/card';
import { EmptyState } from '@/components/ui/empty-state';
import { Timeline } from '@/components/ui/timeline';
import type { SwitchRow } from '@/db/queries/admin-truth';
import { stateTexts } from '@/legacy/index';

export function SwitchList({ switches }: { switches: readonly SwitchRow[] }) {
  return (
    <Card title="Switches">
      {switches.length === 0 ? (
        <EmptyState title="Never switched.">The shop has been on MySQL since its first day.</EmptyState>
      ) : (
        <Timeline
          entries={switches.map((row) => ({
            id: String(row.version),
            title: `${stateTexts[row.fromState].name} → ${stateTexts[row.toState].name}`,
            time: formatDateTime(row.createdAt),
            dateTime: row.createdAt.toISOString(),
            detail: (
              <>
                {row.actor}
                {row.reason && `: ${row.reason}`}. {formatCount(row.holdsCarried, 'live hold')} honoured.
              </>
            ),
            tone: row.toState === 'redis' ? 'danger' : 'neutral',
          }))}
        />
      )}
    </Card>
  );
}
