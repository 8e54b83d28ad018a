import sheet from "./page-art.svg?url";

export function PageArt({ name, className }: { name: string; className?: string }) {
  return (
    <svg
      viewBox="0 0 96 96"
      fill="none"
      stroke="currentColor"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden
      className={className}
    >
      <use href={`${sheet}#${name}`} />
    </svg>
  );
}

/** The waxing moon; `lit` is the illuminated share from 0 to 1. Decorative. */
export function MoonPhase({ lit, className }: { lit: number; className?: string }) {
  const bulge = Math.abs(1 - 2 * lit) * 18;
  return (
    <svg viewBox="0 0 40 40" fill="none" aria-hidden className={className}>
      <circle cx="20" cy="20" r="18" className="fill-sand stroke-gold" />
      <path d={`M20 2a18 18 0 0 1 0 36a${bulge} 18 0 0 ${lit > 0.5 ? 1 : 0} 0-36Z`} className="fill-gold" />
    </svg>
  );
}

export function Star({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 24 24" aria-hidden className={className}>
      <path d="M12 0q1.4 10.6 12 12-10.6 1.4-12 12-1.4-10.6-12-12 10.6-1.4 12-12Z" fill="currentColor" />
    </svg>
  );
}
