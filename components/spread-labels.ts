/** Moves label positions apart, top to bottom, so that the names of close lines do not overlap. */
export function spreadLabels(positions: number[], gap: number, bottom: number): number[] {
  const order = positions.map((y, index) => ({ y, index })).sort((a, b) => a.y - b.y);
  let previous = Number.NEGATIVE_INFINITY;
  for (const entry of order) {
    entry.y = Math.max(entry.y, previous + gap);
    previous = entry.y;
  }
  let next = bottom + gap;
  for (const entry of order.reverse()) {
    entry.y = Math.min(entry.y, next - gap);
    next = entry.y;
  }
  const spread = [...positions];
  for (const { y, index } of order) spread[index] = y;
  return spread;
}
