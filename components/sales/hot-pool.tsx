/** The units of the item that most want, a cell a unit. */
import type { BoardPicture } from '@/simulator/index';
import { formatCount, formatNumber } from '../format';
import { UnitGrid } from '../unit-grid';
import type { Unit, UnitState } from '../unit-state';

const states: Record<string, UnitState> = {
  '.': 'free',
  h: 'held',
  s: 'sold',
  r: 'returned',
  o: 'oversold',
};

export function unitsOf({ firstId, cells }: BoardPicture): Unit[] {
  return Array.from(cells, (cell, index) => ({ id: firstId + index, state: states[cell] ?? 'free' }));
}

interface HotPoolProps {
  board: BoardPicture;
  /** Units of the level at the start. */
  units: number;
  label: string;
  unpooled: number;
  onSelect?: (unitId: number) => void;
  selectedId?: number | null;
}

export function HotPool({ board, units, label, unpooled, onSelect, selectedId }: HotPoolProps) {
  const shown = board.cells.length;
  const size = shown <= 150 ? 'large' : shown <= 1_000 ? 'regular' : 'compact';
  return (
    <section aria-label="The units">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <h2 className="text-sm font-semibold">{label}</h2>
        <p className="text-xs text-ink-faint tabular-nums">
          {shown < units
            ? `The newest ${formatNumber(shown)} of ${formatCount(units, 'unit')}. `
            : 'A cell a unit. '}
          {unpooled > 0 && `${formatCount(unpooled, 'more is', 'more are')} a number in the ledger.`}
        </p>
      </div>
      <UnitGrid
        className="mt-3"
        units={unitsOf(board)}
        label={label}
        size={size}
        legend={['free', 'held', 'sold', 'oversold']}
        onSelect={onSelect}
        selectedId={selectedId}
      />
    </section>
  );
}
