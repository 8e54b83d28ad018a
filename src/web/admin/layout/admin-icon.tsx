import sheet from "./admin-icons.svg?url";

export type AdminIconName =
  | "article"
  | "bars"
  | "book"
  | "box"
  | "calendar"
  | "clock"
  | "dashboard"
  | "gem"
  | "key"
  | "keyboard"
  | "letter"
  | "people"
  | "person"
  | "sliders"
  | "ticket";

/** An icon that only the admin uses; the public pages do not load this sprite. Decorative. */
export function AdminIcon({ name, size = 20 }: { name: AdminIconName; size?: number }) {
  return (
    <svg width={size} height={size} aria-hidden className="shrink-0">
      <use href={`${sheet}#${name}`} />
    </svg>
  );
}
