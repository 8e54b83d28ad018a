import type { Activity } from "../../../contracts/activity/activity.ts";
import { formatMoment } from "../../lib/dates.ts";
import { Link } from "../../ui/link.tsx";
import { recordPath } from "../layout/record-path.ts";
import { formatFieldName, formatValue } from "./format-change.ts";

/** One change, export or login: who did what and when, with the values before and after. */
export function ActivityEntry({ entry }: { entry: Activity }) {
  const { action, at, changes } = entry;
  const showsChanges = action === "updated" || Object.keys(changes).length === 0;
  return (
    <li className="rounded-card border border-line bg-paper px-5 py-3">
      <p className="wrap-anywhere">
        <Sentence entry={entry} />
      </p>
      <p className="text-small text-ink-soft">{formatMoment(at)}</p>
      {action === "login_failed" ? null : showsChanges ? (
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

/** Verbs for entries about owners, experts and their invitations. */
const personVerbs: Partial<Record<Activity["action"], string>> = {
  withdrew: "withdrew the invitation of",
  joined: "accepted an invitation",
  updated: "changed the security of",
};

function Sentence({ entry }: { entry: Activity }) {
  const { action, kind, recordId, title, changes } = entry;
  const actor = <strong className="font-semibold">{entry.actor}</strong>;
  if (action === "logged_in")
    return (
      <>
        {actor} logged in from {title}
      </>
    );
  if (action === "login_failed") {
    const count = Number(changes.failures?.[1] ?? 1);
    return (
      <>
        {count === 1 ? "A failed login" : `${count} failed logins`} as {actor} from {title}
      </>
    );
  }
  if (kind === "person")
    return (
      <>
        {actor} {personVerbs[action] ?? action} {action === "joined" ? "" : <RecordName entry={entry} />}
      </>
    );
  const namesKind = recordId === null || title.toLowerCase().startsWith(kind);
  return (
    <>
      {actor} {action} {namesKind ? "" : `the ${kind} `}
      <RecordName entry={entry} />
    </>
  );
}

function RecordName({ entry: { action, kind, recordId, title } }: { entry: Activity }) {
  if (recordId === null || action === "deleted" || kind === "person")
    return <strong className="font-semibold">{title}</strong>;
  return (
    <Link to={recordPath(kind, recordId)} className="py-2 font-semibold underline decoration-gold underline-offset-4">
      {title}
    </Link>
  );
}

/** A new record and an export have only new values, a deleted record only old ones. */
function ChangeList({ entry: { action, changes } }: { entry: Activity }) {
  const fields = Object.entries(changes);
  if (fields.length === 0) return null;
  return (
    <dl className="mt-2 grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-small">
      {fields.map(([field, [before, after]]) => (
        <div key={field} className="contents">
          <dt className="text-ink-soft">{formatFieldName(field)}</dt>
          <dd className="min-w-0 wrap-anywhere whitespace-pre-line">
            {(action === "updated" || action === "deleted") && <span>{formatValue(field, before)}</span>}
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
