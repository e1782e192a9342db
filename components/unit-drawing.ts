/** The shapes of components/unit-states.css once more, for the canvas of large grids. Change both together. */
import { readColors } from './theme-changes';
import { type Unit, type UnitState, unitStates } from './unit-state';

export type UnitPalette = Record<UnitState | 'paper' | 'ring', string>;

/** The colours as they are now, theme included. */
export function readUnitPalette(): UnitPalette {
  const tokens = unitStates.map((state) => `unit-${state}` as const);
  const colors = readColors([...tokens, 'surface', 'accent']);
  const states = Object.fromEntries(unitStates.map((state) => [state, colors[`unit-${state}`]]));
  return { ...(states as Record<UnitState, string>), paper: colors.surface, ring: colors.accent };
}

export function drawUnit(
  context: CanvasRenderingContext2D,
  palette: UnitPalette,
  unit: Unit,
  x: number,
  y: number,
  size: number,
): void {
  const line = Math.max(1, size * 0.1);
  const middle = { x: x + size / 2, y: y + size / 2 };
  context.fillStyle = palette[unit.state];
  context.strokeStyle = palette[unit.state];
  context.lineWidth = line;

  const outline = () => context.strokeRect(x + line / 2, y + line / 2, size - line, size - line);
  const disc = (radius: number, share = 1) => {
    context.beginPath();
    if (share < 1) context.moveTo(middle.x, middle.y);
    context.arc(middle.x, middle.y, radius, -Math.PI / 2, -Math.PI / 2 + share * 2 * Math.PI);
    context.fill();
  };

  switch (unit.state) {
    case 'free':
      outline();
      return;
    case 'locked':
      outline();
      context.beginPath();
      context.moveTo(x, y);
      context.lineTo(x, y + size);
      context.lineTo(x + size, y + size);
      context.fill();
      return;
    case 'held':
      context.beginPath();
      context.arc(middle.x, middle.y, (size - line) / 2, 0, 2 * Math.PI);
      context.stroke();
      disc(size / 2, unit.holdLeft);
      return;
    case 'sold':
      context.fillRect(x, y, size, size);
      return;
    case 'returned':
      outline();
      disc(size * 0.22);
      return;
    case 'oversold':
      context.fillRect(x, y, size, size);
      context.strokeStyle = palette.paper;
      context.lineWidth = size * 0.14;
      context.beginPath();
      context.moveTo(x + size * 0.15, y + size * 0.15);
      context.lineTo(x + size * 0.85, y + size * 0.85);
      context.moveTo(x + size * 0.85, y + size * 0.15);
      context.lineTo(x + size * 0.15, y + size * 0.85);
      context.stroke();
      return;
    default:
      unit.state satisfies never;
  }
}
