/** The chart of docs/performance.md: what each strategy carries on one hot item, without a network and with one. */
import { isStrategyId, strategies } from '../strategies';
import { hotKey } from './groups/hot-item';
import type { BenchReport, MeasuredCell } from './report';
import { environmentLine, thousands } from './words';

const WIDTH = 960;
const LABELS = 210;
const PLOT = 330;
const GAP = 45;
const ROW = 27;
const TOP = 92;
const DELAYS_MS = [0, 1] as const;

interface Row {
  readonly name: string;
  readonly isOurs: boolean;
  /** Reserves a second by delay; undefined where it was not measured. */
  readonly perSecond: readonly (number | undefined)[];
}

/** An SVG that follows the reader's light or dark mode. */
export function chartOf(report: BenchReport): string {
  const rows = rowsOf(report.groups.flatMap(({ cells }) => cells));
  const bottom = TOP + rows.length * ROW;
  const plots = DELAYS_MS.map((delayMs, index) => plotOf(rows, delayMs, index, bottom)).join('\n');
  const labels = rows
    .map(({ name, isOurs }, index) => {
      const y = TOP + index * ROW + 17;
      return `<text x="${LABELS - 12}" y="${y}" text-anchor="end" class="${isOurs ? 'ours' : 'name'}">${escaped(name)}</text>`;
    })
    .join('\n');
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${bottom + 74}" role="img" aria-labelledby="title">
<title id="title">Reserves a second of one hot item, by strategy, over 64 connections</title>
<style>
  text { font: 13px system-ui, sans-serif; fill: #1f1d1a; font-variant-numeric: tabular-nums }
  .head { font-size: 17px; font-weight: 600 } .ours { font-weight: 600 } .quiet, .tick { fill: #6b665e } .tick { font-size: 11px }
  .bar { fill: #a9a296 } .bar.ours { fill: #2b5fb3 } .rule { stroke: #d9d4ca } .paper { fill: #fdfcfa }
  @media (prefers-color-scheme: dark) {
    text { fill: #ece8e1 } .quiet, .tick { fill: #a39d92 } .bar { fill: #6f695f } .bar.ours { fill: #7aa7ee }
    .rule { stroke: #3a3733 } .paper { fill: #191816 }
  }
</style>
<rect class="paper" width="${WIDTH}" height="${bottom + 74}"/>
<text x="24" y="34" class="head">Reserves a second of one hot item, 64 connections</text>
${labels}
${plots}
<text x="24" y="${bottom + 58}" class="tick">${escaped(footOf(report))}</text>
</svg>
`;
}

function rowsOf(cells: readonly MeasuredCell[]): Row[] {
  const byKey = new Map(cells.map((cell) => [cell.key, cell.perSecond]));
  const ceiling: Row = {
    name: 'INSERT and COMMIT',
    isOurs: false,
    perSecond: DELAYS_MS.map((delayMs) => byKey.get(`ceiling ${delayMs}ms`)),
  };
  const rows = Object.values(strategies).flatMap(({ id, name }): Row[] => {
    if (!isStrategyId(id)) return [];
    const perSecond = DELAYS_MS.map((delayMs) => byKey.get(hotKey(id, delayMs)));
    return [{ name, isOurs: id === 'unit-pool' || id === 'coalesced', perSecond }];
  });
  return [...rows, ceiling]
    .filter(({ perSecond }) => perSecond.some((value) => value !== undefined))
    .sort((a, b) => (b.perSecond[1] ?? b.perSecond[0] ?? 0) - (a.perSecond[1] ?? a.perSecond[0] ?? 0));
}

function plotOf(rows: readonly Row[], delayMs: number, index: number, bottom: number): string {
  const x = LABELS + index * (PLOT + GAP);
  const most = Math.max(1, ...rows.map(({ perSecond }) => perSecond[index] ?? 0));
  const step = tickStep(most);
  // Room behind the longest bar for its label.
  const scale = (PLOT - 60) / most;
  const ticks = Array.from({ length: Math.floor(most / step) + 1 }, (_, nth) => {
    const at = (x + nth * step * scale).toFixed(1);
    return `<line class="rule" x1="${at}" x2="${at}" y1="${TOP - 6}" y2="${bottom}"/><text class="tick" x="${at}" y="${bottom + 16}" text-anchor="middle">${thousands(nth * step)}</text>`;
  });
  const bars = rows.flatMap(({ perSecond, isOurs }, row) => {
    const value = perSecond[index];
    if (value === undefined) return [];
    const y = TOP + row * ROW;
    const length = Math.max(1, value * scale);
    return [
      `<rect class="bar${isOurs ? ' ours' : ''}" x="${x}" y="${y + 4}" width="${length.toFixed(1)}" height="${ROW - 9}" rx="2"/><text x="${(x + length + 6).toFixed(1)}" y="${y + 17}"${isOurs ? ' class="ours"' : ''}>${thousands(value)}</text>`,
    ];
  });
  const head = delayMs === 0 ? 'no network' : `${delayMs} ms a round trip`;
  return [`<text x="${x}" y="${TOP - 18}" class="quiet">${head}, reserves/s</text>`, ...ticks, ...bars].join(
    '\n',
  );
}

/** 1, 2 or 5 times a power of ten, so that there are two to six ticks. */
function tickStep(most: number): number {
  const power = 10 ** Math.floor(Math.log10(most));
  return [0.2, 0.5, 1].map((part) => part * power).find((step) => most / step <= 5) ?? power * 2;
}

function footOf({ environment, date, rounds }: BenchReport): string {
  const [machine = '', node = ''] = environmentLine(environment).split('; ');
  return `${machine}; ${node}; MySQL ${environment.mysql}, commits flushed, binary log on; ${rounds === 1 ? 'one round' : `median of ${rounds} rounds`}, ${date}.`;
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
