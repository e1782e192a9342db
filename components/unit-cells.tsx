'use client';
/** Unit cells as elements, for up to 1,000. Only cells whose state changed are rendered again. */
import { type CSSProperties, type KeyboardEvent, type MouseEvent, memo, useState } from 'react';
import { type Unit, unitStateWords } from './unit-state';

export interface UnitRendererProps {
  units: Unit[];
  summary: string;
  cell: number;
  gap: number;
  onSelect?: (id: number) => void;
  selectedId: number | null;
}

interface CellProps extends Unit {
  isButton: boolean;
  isSelected: boolean;
  isTabStop: boolean;
}

const Cell = memo(function Cell({ id, state, holdLeft, isButton, isSelected, isTabStop }: CellProps) {
  const shared = {
    className: 'unit',
    'data-testid': `unit-${id}`,
    'data-state': state,
    'data-draining': holdLeft === undefined ? undefined : '',
    title: `Unit ${id}, ${unitStateWords[state]}`,
    style: holdLeft === undefined ? undefined : ({ '--hold-left': holdLeft } as CSSProperties),
  };
  if (!isButton) return <i {...shared} />;
  return (
    <button
      type="button"
      {...shared}
      data-unit={id}
      aria-label={shared.title}
      aria-pressed={isSelected}
      tabIndex={isTabStop ? 0 : -1}
    />
  );
});

/** How many cells are in the first row: needed for the up and down keys, and only the layout knows it. */
function columnsOf(container: HTMLElement): number {
  return getComputedStyle(container).gridTemplateColumns.split(' ').length;
}

export function UnitCells({ units, summary, onSelect, selectedId }: UnitRendererProps) {
  const [focusedId, setFocusedId] = useState<number | null>(null);
  const tabStopId = focusedId ?? selectedId ?? units[0]?.id;

  function unitOf(event: MouseEvent | KeyboardEvent): HTMLElement | null {
    return (event.target as HTMLElement).closest<HTMLElement>('[data-unit]');
  }

  function move(event: KeyboardEvent<HTMLElement>) {
    const current = unitOf(event);
    if (!current) return;
    const columns = columnsOf(event.currentTarget);
    const steps: Record<string, number> = {
      ArrowLeft: -1,
      ArrowRight: 1,
      ArrowUp: -columns,
      ArrowDown: columns,
    };
    const step = steps[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const cells = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-unit]')];
    const target = cells[cells.indexOf(current) + step];
    if (!target) return;
    setFocusedId(Number(target.dataset.unit));
    target.focus();
  }

  const cells = units.map((unit) => (
    <Cell
      key={unit.id}
      {...unit}
      isButton={onSelect !== undefined}
      isSelected={unit.id === selectedId}
      isTabStop={unit.id === tabStopId}
    />
  ));

  if (!onSelect) {
    return (
      <div role="img" aria-label={summary} className="unit-cells">
        {cells}
      </div>
    );
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would be announced as part of a form
    <div
      role="group"
      aria-label={summary}
      className="unit-cells"
      onKeyDown={move}
      onClick={(event) => {
        const unit = unitOf(event);
        if (unit) onSelect(Number(unit.dataset.unit));
      }}
    >
      {cells}
    </div>
  );
}
