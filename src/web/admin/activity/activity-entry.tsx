import type { Activity, ChangedValue } from "../../../contracts/activity/activity.ts";
import { formatMoment } from "../../lib/dates.ts";
import { formatRupees } from "../../lib/money.ts";
import { Link } from "../../ui/link.tsx";
import { formatCount, recordPath } from "../layout/labels.ts";

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
        <ChangeList action={action} changes={changes} />
      ) : (
        <details>
          <summary className="inline-flex min-h-11 items-center text-small font-semibold underline decoration-gold underline-offset-4">
            Details
          </summary>
          <ChangeList action={action} changes={changes} />
        </details>
      )}
    </li>
  );
}

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
export function ChangeList({ action, changes }: Pick<Activity, "action" | "changes">) {
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

const PRICES = ["price", "offerPrice", "actualPrice", "audioPrice", "videoPrice", "totalAmount", "minTotal"];
const PICTURES = ["image", "images"];
const CHOICES = ["mentionedProducts", "mentionedCourses", "teacherId", "products", "courses"];

/** `offerPrice` → `Offer price`. */
function formatFieldName(field: string) {
  const words = field.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

const formatPictureCount = (count: number) => `${count} ${count === 1 ? "picture" : "pictures"}`;

/** A value as text for the owner. Pictures are counted: their file names mean nothing. */
function formatValue(field: string, value: ChangedValue): string {
  if (value === null || value === "") return "nothing";
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (PICTURES.includes(field)) return formatPictureCount(Array.isArray(value) ? value.length : 1);
  if (CHOICES.includes(field)) return `${Array.isArray(value) ? value.length : 1} chosen`;
  if (Array.isArray(value)) return value.length === 0 ? "nothing" : value.join(", ");
  if (typeof value === "number") return PRICES.includes(field) ? formatRupees(value) : formatCount(value);
  return value;
}
