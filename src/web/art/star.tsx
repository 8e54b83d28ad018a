/** One star, as in the shop's mark. Decoration, so it has no name. */
export function Star({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 24 24" aria-hidden className={className}>
      <path d="M12 0q1.4 10.6 12 12-10.6 1.4-12 12-1.4-10.6-12-12 10.6-1.4 12-12Z" fill="currentColor" />
    </svg>
  );
}
