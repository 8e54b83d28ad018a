import sheet from "./page-art.svg?url";

/** A line drawing from the sheet of the pages' drawings. Decoration: the words always stand beside it. */
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
