/** Colour where a terminal shows it; plain text into files and pipes, and wherever NO_COLOR is set. */

function painter(open: number, close: number): (text: string) => string {
  return (text) => (hasColour() ? `\u001b[${open}m${text}\u001b[${close}m` : text);
}

function hasColour(): boolean {
  if (process.env.NO_COLOR) return false;
  return process.stdout.isTTY === true || Boolean(process.env.FORCE_COLOR && process.env.FORCE_COLOR !== '0');
}

export const bold = painter(1, 22);
export const dim = painter(2, 22);
export const red = painter(31, 39);
export const green = painter(32, 39);
export const yellow = painter(33, 39);

/** A duration for people: "0.4 s", "12.3 s", "2 min 05 s". */
export function duration(ms: number): string {
  if (ms < 60_000) return `${(ms / 1000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1000);
  return `${Math.floor(seconds / 60)} min ${String(seconds % 60).padStart(2, '0')} s`;
}
