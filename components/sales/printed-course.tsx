/** Orders over time, a line a strategy with its name at the end: drawn as SVG, since paper needs no redraws. */

import { formatNumber } from '../format';
import { spreadLabels } from '../spread-labels';
import { seriesStyle } from '../strategy-style';
import type { Course } from './report-charts';

const WIDTH = 520;
const HEIGHT = 118;
const LEFT = 34;
const BOTTOM = 14;
const TOP = 6;
/** The frame is as wide as the sheet; names stand to the right of the lines. */
const FRAME = 700;
const LABEL_GAP = 11;

export function PrintedCourse({ courses }: { courses: readonly Course[] }) {
  const seconds = Math.max(0.001, ...courses.map(({ figures }) => (figures.at(-1)?.atMs ?? 0) / 1000));
  const most = Math.max(1, ...courses.flatMap(({ figures }) => figures.map(({ sold }) => sold)));
  const x = (atMs: number) => LEFT + (atMs / 1000 / seconds) * (WIDTH - LEFT);
  const y = (sold: number) => HEIGHT - BOTTOM - (sold / most) * (HEIGHT - BOTTOM - TOP);
  const ends = spreadLabels(
    courses.map(({ figures }) => y(figures.at(-1)?.sold ?? 0)),
    LABEL_GAP,
    HEIGHT - BOTTOM,
  );
  return (
    <figure className="mt-4 break-inside-avoid">
      <figcaption className="font-semibold">Sold over time, units</figcaption>
      <svg viewBox={`0 0 ${FRAME} ${HEIGHT}`} className="mt-1 w-full" aria-hidden="true">
        <path
          d={`M${LEFT} ${TOP}V${HEIGHT - BOTTOM}H${WIDTH}`}
          fill="none"
          style={{ stroke: 'var(--color-line-strong)' }}
        />
        <g fontSize="9" style={{ fill: 'var(--color-ink-soft)' }}>
          <text x={LEFT - 4} y={TOP + 6} textAnchor="end">
            {formatNumber(most)}
          </text>
          <text x={LEFT - 4} y={HEIGHT - BOTTOM} textAnchor="end">
            0
          </text>
          <text x={LEFT} y={HEIGHT - 3}>
            0 s
          </text>
          <text x={WIDTH} y={HEIGHT - 3} textAnchor="end">
            {formatNumber(seconds, 1)} s
          </text>
        </g>
        {courses.map(({ name, strategy, figures }, index) => {
          const { color, dash } = seriesStyle(strategy, index);
          const stroke = `var(--color-${color})`;
          const last = figures.at(-1);
          return (
            <g key={name}>
              <polyline
                points={figures
                  .map(({ atMs, sold }) => `${x(atMs).toFixed(1)},${y(sold).toFixed(1)}`)
                  .join(' ')}
                fill="none"
                strokeWidth="1.5"
                strokeDasharray={dash.join(' ')}
                style={{ stroke }}
              />
              <text x={WIDTH + 6} y={(ends[index] ?? 0) + 3} fontSize="9" style={{ fill: stroke }}>
                {name}, {formatNumber(last?.sold ?? 0)}
              </text>
            </g>
          );
        })}
      </svg>
    </figure>
  );
}
