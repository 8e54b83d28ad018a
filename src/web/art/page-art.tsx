import sheet from "./page-art.svg?url";

/** A line drawing from the SVG sprite. Decorative. */
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
