/** The mark: nine units, eight sold, the last one held for you. Decorative; the word beside it names the site. */
const cells = [2, 12, 22].flatMap((y) => [2, 12, 22].map((x) => ({ x, y }))).slice(0, 8);

export function Logo({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 32 32" aria-hidden="true" className={className}>
      {cells.map(({ x, y }) => (
        <rect key={`${x}-${y}`} x={x} y={y} width="8" height="8" rx="1.5" fill="var(--color-ink)" />
      ))}
      <circle cx="26" cy="26" r="4.4" fill="var(--color-unit-held)" />
    </svg>
  );
}
