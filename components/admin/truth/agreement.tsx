/** How far the two stores agree: since the last switch in figures, over the last day as a line. */
import { Chart } from '@/components/chart';
import { formatNumber, formatShare } from '@/components/format';
import { Card } from '@/components/ui/card';
import { EmptyState } from '@/components/ui/empty-state';
import { Stat, StatRow } from '@/components/ui/stat';
import type { AgreementPoint } from '@/db/queries/admin-truth';
import type { TruthFigures } from '@/legacy/index';

interface AgreementProps {
  figures: TruthFigures;
  points: readonly AgreementPoint[];
}

const differing = ({ timing, expiry, location, bug }: TruthFigures | AgreementPoint) =>
  timing + expiry + location + bug;

export function Agreement({ figures, points }: AgreementProps) {
  const { compared, bug, dropped } = figures;
  const measured = points.filter((point) => point.compared > 0);
  const inMinutes = (measured[0]?.secondsAgo ?? 0) >= 300;
  const share = (of: (point: AgreementPoint) => number) =>
    measured.map((point) => 100 * (1 - of(point) / point.compared));
  return (
    <Card title="Agreement">
      {compared === 0 && measured.length === 0 ? (
        <EmptyState title="Nothing has been compared yet.">
          In the states between the two ends every reserve is decided twice, and what differs is shown here.
        </EmptyState>
      ) : (
        <>
          <StatRow>
            <Stat label="Compared in this state" value={formatNumber(compared)} unit="reserves" />
            <Stat
              label="Decided alike"
              value={compared > 0 ? formatShare(1 - differing(figures) / compared, 2) : '–'}
            />
            <Stat
              label="Explained"
              value={compared > 0 ? formatShare(1 - bug / compared, 2) : '–'}
              note="alike, or different for a known reason"
              tone={bug > 0 ? 'alarm' : 'neutral'}
            />
            <Stat
              label="Bugs"
              value={formatNumber(bug)}
              tone={bug > 0 ? 'alarm' : 'good'}
              note="differences that nothing explains"
            />
            <Stat
              label="Given up"
              value={formatNumber(dropped)}
              note="took too long or failed; the buyer did not wait"
            />
          </StatRow>
          {measured.length > 1 && (
            <div className="mt-8">
              <Chart
                title="Agreement over time"
                x={{
                  label: 'before now',
                  unit: inMinutes ? 'min' : 's',
                  values: measured.map(({ secondsAgo }) => -secondsAgo / (inMinutes ? 60 : 1)),
                }}
                y={{ label: 'reserves', unit: '%' }}
                series={[
                  { label: 'alike', values: share(differing) },
                  { label: 'explained', values: share((point) => point.bug) },
                ]}
                isZeroBased={false}
                height={220}
              />
            </div>
          )}
        </>
      )}
    </Card>
  );
}
