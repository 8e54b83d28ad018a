import type { Activity } from "../../../contracts/activity.ts";
import { formatMoment } from "../../lib/dates.ts";
import { Link } from "../../ui/link.tsx";
import { recordPath } from "../layout/record-path.ts";
import { formatFieldName, formatValue } from "./format-change.ts";

/** One change: who did what and when, with the values before and after. */
export function ActivityEntry({ entry }: { entry: Activity }) {
  const { actor, action, kind, at, title, changes } = entry;
  const namesKind = action === "imported" || title.toLowerCase().startsWith(kind);
  const showsChanges = action === "updated" || Object.keys(changes).length === 0;
  return (
    <li className="rounded-card border border-line bg-paper px-5 py-3">
      <p className="wrap-anywhere">
        <strong className="font-semibold">{actor}</strong> {action} {namesKind ? "" : `the ${kind} `}
        <RecordName entry={entry} />
      </p>
      <p className="text-small text-ink-soft">{formatMoment(at)}</p>
      {showsChanges ? (
        <ChangeList entry={entry} />
      ) : (
        <details>
          <summary className="inline-flex min-h-11 items-center text-small font-semibold underline decoration-gold underline-offset-4">
            Details
          </summary>
          <ChangeList entry={entry} />
        </details>
      )}
    </li>
  );
}

function RecordName({ entry: { action, kind, recordId, title } }: { entry: Activity }) {
  if (recordId === null || action === "deleted") return <strong className="font-semibold">{title}</strong>;
  return (
    <Link to={recordPath(kind, recordId)} className="py-2 font-semibold underline decoration-gold underline-offset-4">
      {title}
    </Link>
  );
}

/** A new record has only new values, a deleted one only old ones. */
function ChangeList({ entry: { action, changes } }: { entry: Activity }) {
  const fields = Object.entries(changes);
  if (fields.length === 0) return null;
  return (
    <dl className="mt-2 grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-small">
      {fields.map(([field, [before, after]]) => (
        <div key={field} className="contents">
          <dt className="text-ink-soft">{formatFieldName(field)}</dt>
          <dd className="min-w-0 wrap-anywhere whitespace-pre-line">
            {action !== "created" && <span>{formatValue(field, before)}</span>}
            {action === "updated" && (
              <>
                <span aria-hidden> → </span>
                <span className="sr-only">became</span>
              </>
            )}
            {action !== "deleted" && <span className="font-medium">{formatValue(field, after)}</span>}
          </dd>
        </div>
      ))}
    </dl>
  );
}
