/** A star as in the logo. Decorative. */
export function Star({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 24 24" aria-hidden className={className}>
      <path d="M12 0q1.4 10.6 12 12-10.6 1.4-12 12-1.4-10.6-12-12 10.6-1.4 12-12Z" fill="currentColor" />
    </svg>
  );
}
