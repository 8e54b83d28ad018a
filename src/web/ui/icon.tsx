import sheet from "./icons.svg?url";

export type IconName =
  | "arrow-left"
  | "arrow-right"
  | "brand"
  | "check"
  | "chevron-down"
  | "chevron-left"
  | "chevron-right"
  | "heart"
  | "info"
  | "mail"
  | "map-pin"
  | "menu"
  | "message-circle"
  | "minus"
  | "phone"
  | "plus"
  | "search"
  | "share-2"
  | "shopping-bag"
  | "sliders-horizontal"
  | "trash-2"
  | "video"
  | "x";

/** A lucide icon from one cached SVG sprite, which keeps the drawings out of the scripts. Decorative. */
export function Icon({ name, size = 24, className }: { name: IconName; size?: number; className?: string }) {
  return (
    <svg width={size} height={size} aria-hidden className={className}>
      <use href={`${sheet}#${name}`} />
    </svg>
  );
}
