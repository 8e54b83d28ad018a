import type { FirstDay, FirstDayItem } from "../../../contracts/settings/settings-calls.ts";
import { browserApi } from "../../lib/browser-api.ts";
import { Icon } from "../../ui/icon.tsx";
import { Link } from "../../ui/link.tsx";
import { Panel } from "../../ui/panel.tsx";

export function Checklist({ items, className }: { items: readonly FirstDayItem[]; className?: string }) {
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

export const loadFirstDay = () => browserApi.call("GET /api/first-day", {}).catch(() => undefined);

/** For the dashboard: what is left to do before the shop can sell. Hidden once all is done. */
export function FirstDayPanel({ firstDay }: { firstDay: FirstDay | undefined }) {
  const open = firstDay?.items.filter(({ done }) => !done) ?? [];
  if (!firstDay || open.length === 0) return null;
  const all = firstDay.items.length;
  return (
    <Panel title={`First day (${all - open.length} of ${all} done)`} className="mb-4">
      <Checklist items={open} className="sm:columns-2 sm:gap-8" />
    </Panel>
  );
}
