/** The logo: the letter N as a constellation on the moon's arc. Also in public/favicon.svg. */
export function BrandMark({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 40 40" fill="none" aria-hidden className={className}>
      <path d="M33.5 30.5A17 17 0 1 1 36.8 17.5" stroke="currentColor" strokeWidth="1.1" strokeLinecap="round" />
      <path d="M13 29V12.5L27.5 28.5V11" stroke="currentColor" strokeWidth="1.4" strokeLinejoin="round" />
      <circle cx="13" cy="29.5" r="2.1" fill="currentColor" />
      <circle cx="13" cy="12" r="1.7" fill="currentColor" />
      <circle cx="27.5" cy="28.8" r="1.7" fill="currentColor" />
      <path
        d="M27.5 1.8q.9 7.3 8.2 8.2-7.3.9-8.2 8.2-.9-7.3-8.2-8.2 7.3-.9 8.2-8.2Z"
        className="fill-saffron"
        stroke="none"
      />
    </svg>
  );
}
