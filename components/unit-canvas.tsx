'use client';
/** Unit cells on one canvas, for more than 1,000: redrawn whole when the units, the width or the theme change. */
import { type KeyboardEvent, type MouseEvent, useEffect, useRef, useState } from 'react';
import { useThemeChanges } from './theme-changes';
import type { UnitRendererProps } from './unit-cells';
import { drawUnit, readUnitPalette } from './unit-drawing';
import { unitStateWords } from './unit-state';

export function UnitCanvas({ units, summary, cell, gap, onSelect, selectedId }: UnitRendererProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [columns, setColumns] = useState(0);
  const themeChanges = useThemeChanges();
  const [cursor, setCursor] = useState<number | null>(null);
  const pitch = cell + gap;
  const rows = columns > 0 ? Math.ceil(units.length / columns) : 0;

  useEffect(() => {
    const frame = canvas.current?.parentElement;
    if (!frame) return;
    const resize = new ResizeObserver(() =>
      setColumns(Math.max(1, Math.floor((frame.clientWidth + gap) / pitch))),
    );
    resize.observe(frame);
    return () => resize.disconnect();
  }, [gap, pitch]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: themeChanges stands for colours that are read from CSS
  useEffect(() => {
    const element = canvas.current;
    const context = element?.getContext('2d');
    if (!element || !context || columns === 0) return;
    const scale = window.devicePixelRatio;
    element.width = Math.ceil(columns * pitch * scale);
    element.height = Math.ceil(rows * pitch * scale);
    context.scale(scale, scale);
    const palette = readUnitPalette();
    units.forEach((unit, index) => {
      const x = (index % columns) * pitch;
      const y = Math.floor(index / columns) * pitch;
      drawUnit(context, palette, unit, x, y, cell);
      if (unit.id === selectedId || index === cursor) {
        context.strokeStyle = palette.ring;
        context.lineWidth = 2;
        context.strokeRect(x - 1, y - 1, cell + 2, cell + 2);
      }
    });
  }, [units, columns, rows, pitch, cell, selectedId, cursor, themeChanges]);

  function pick(event: MouseEvent<HTMLCanvasElement>) {
    const box = event.currentTarget.getBoundingClientRect();
    const column = Math.floor((event.clientX - box.left) / pitch);
    const index = Math.floor((event.clientY - box.top) / pitch) * columns + column;
    const unit = column < columns ? units[index] : undefined;
    if (unit) onSelect?.(unit.id);
  }

  function move(event: KeyboardEvent) {
    const steps: Record<string, number> = {
      ArrowLeft: -1,
      ArrowRight: 1,
      ArrowUp: -columns,
      ArrowDown: columns,
    };
    const step = steps[event.key];
    const current = cursor === null ? undefined : units[cursor];
    if (step !== undefined) {
      event.preventDefault();
      setCursor((index) => (index === null ? 0 : Math.min(units.length - 1, Math.max(0, index + step))));
    } else if (current && (event.key === 'Enter' || event.key === ' ')) {
      event.preventDefault();
      onSelect?.(current.id);
    }
  }

  const atCursor = cursor === null ? undefined : units[cursor];
  const style = { width: columns * pitch, height: Math.max(pitch, rows * pitch) };
  if (!onSelect) {
    return (
      <div>
        <canvas ref={canvas} role="img" aria-label={summary} style={style} />
      </div>
    );
  }
  return (
    <div>
      <canvas
        ref={canvas}
        role="slider"
        aria-label={`${summary}. Arrow keys choose a unit, Enter opens it.`}
        aria-valuemin={0}
        aria-valuemax={units.length - 1}
        aria-valuenow={cursor ?? 0}
        aria-valuetext={
          atCursor ? `Unit ${atCursor.id}, ${unitStateWords[atCursor.state]}` : 'no unit chosen'
        }
        tabIndex={0}
        className="cursor-pointer"
        style={style}
        onClick={pick}
        onKeyDown={move}
        onBlur={() => setCursor(null)}
      />
    </div>
  );
}
