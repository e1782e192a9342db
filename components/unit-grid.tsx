/**
 * The signature of the site: a cell a unit, in the same colour, shape and word wherever it appears. Up to 1,000 cells are
 * elements (each with data-testid="unit-<id>" and a short transition when its state changes); beyond that one canvas draws
 * them, because elements in that number cost frames. The picture's text equivalent is the
 * summary, "42 free, 3 locked now, 12 held, 43 sold".
 */
import clsx from 'clsx';
import type { CSSProperties } from 'react';
import { UnitCanvas } from './unit-canvas';
import { UnitCells } from './unit-cells';
import { UnitLegend } from './unit-legend';
import { countUnits, type Unit, type UnitState, unitSummary } from './unit-state';

export type UnitGridSize = 'compact' | 'regular' | 'medium' | 'large';

/** Cell and gap in CSS pixels. */
export const unitGridSizes: Record<UnitGridSize, { cell: number; gap: number }> = {
  compact: { cell: 8, gap: 2 },
  regular: { cell: 12, gap: 3 },
  medium: { cell: 16, gap: 4 },
  large: { cell: 22, gap: 5 },
};

const mostElements = 1000;

export interface UnitGridProps {
  units: Unit[];
  /** What the units are of: "Tally Counter in Berlin". Begins the accessible name. */
  label: string;
  size?: UnitGridSize;
  /** `null` leaves the legend out (put one UnitLegend beside several grids); a list names the states it always shows. */
  legend?: UnitState[] | null;
  /** Makes the units pressable; arrow keys move between them. */
  onSelect?: (id: number) => void;
  selectedId?: number | null;
  className?: string;
}

export function UnitGrid({
  units,
  label,
  size = 'regular',
  legend = ['free', 'locked', 'held', 'sold'],
  onSelect,
  selectedId = null,
  className,
}: UnitGridProps) {
  const counts = countUnits(units);
  const { cell, gap } = unitGridSizes[size];
  const Renderer = units.length > mostElements ? UnitCanvas : UnitCells;
  return (
    <div
      className={clsx('min-w-0', className)}
      style={{ '--unit-size': `${cell}px`, '--unit-gap': `${gap}px` } as CSSProperties}
    >
      <Renderer
        units={units}
        summary={`${label}: ${unitSummary(counts)}`}
        cell={cell}
        gap={gap}
        onSelect={onSelect}
        selectedId={selectedId}
      />
      {legend && <UnitLegend counts={counts} always={legend} className="mt-4" />}
    </div>
  );
}
