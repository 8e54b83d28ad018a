import type { FirstDayItem } from "../../../contracts/settings/settings-calls.ts";
import { Icon } from "../../ui/icon.tsx";
import { Link } from "../../ui/link.tsx";

interface ChecklistProps {
  items: readonly FirstDayItem[];
  className?: string;
}

/** The tasks, each with an explanation and a link. */
export function Checklist({ items, className }: ChecklistProps) {
  return (
    <ul className={className}>
      {items.map(({ key, done, title, text, link }) => (
        <li key={key} className="flex break-inside-avoid gap-3 border-b border-line py-3 last:border-0">
          <span
            className={
              done
                ? "flex size-6 shrink-0 items-center justify-center rounded-full bg-sage-wash text-sage"
                : "size-6 shrink-0 rounded-full border border-edge"
            }
          >
            {done && <Icon name="check" size={16} />}
          </span>
          <div className="flex min-w-0 grow flex-wrap items-center gap-x-4">
            <div className="min-w-0 grow basis-52">
              <h3 className="font-sans text-base leading-tight font-semibold">
                {title}
                <span className="sr-only">{done ? ": done" : ": to do"}</span>
              </h3>
              {!done && <p className="mt-1 text-small wrap-anywhere text-ink-soft">{text}</p>}
            </div>
            {!done && link && (
              <Link
                to={link.to}
                className="inline-flex min-h-11 items-center font-semibold underline decoration-gold underline-offset-4"
              >
                {link.text}
              </Link>
            )}
          </div>
        </li>
      ))}
    </ul>
  );
}
