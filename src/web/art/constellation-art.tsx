/** Saptarishi (the Plough) at its true positions. Decorative. */
const stars = [
  [181, 15],
  [180, 50],
  [136, 66],
  [119, 44],
  [88, 50],
  [64, 57],
  [36, 92],
] as const;

export function ConstellationArt({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 216 108" fill="none" stroke="currentColor" aria-hidden className={className}>
      <path d="M119 44 181 15 180 50 136 66 119 44 88 50 64 57 36 92" strokeLinejoin="round" />
      {stars.map(([x, y]) => (
        <path key={x} d={`M${x} ${y - 8}q1 7 8 8q-7 1-8 8q-1-7-8-8q7-1 8-8Z`} className="fill-saffron stroke-none" />
      ))}
    </svg>
  );
}
