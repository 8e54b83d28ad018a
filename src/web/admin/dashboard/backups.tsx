import type { Dashboard } from "../../../contracts/reports/dashboard.ts";
import { formatMoment, MINUTE_MS } from "../../lib/dates.ts";
import { Panel } from "../../ui/panel.tsx";

type Backups = Dashboard["backups"];

const HOUR_MS = 60 * MINUTE_MS;
const DAY_HOURS = 24;

function ageOf(at: string) {
  const hours = Math.floor((Date.now() - Date.parse(at)) / HOUR_MS);
  if (hours < 1) return "less than an hour";
  if (hours < 2 * DAY_HOURS) return `${hours} ${hours === 1 ? "hour" : "hours"}`;
  return `${Math.floor(hours / DAY_HOURS)} days`;
}

const sizeOf = (bytes: number) => `${(bytes / 1e6).toFixed(bytes < 1e7 ? 1 : 0)} MB`;

function newestOf({ last }: Backups) {
  if (!last) return "There is no nightly backup yet.";
  const size = last.bytes === null ? "" : `, ${sizeOf(last.bytes)}`;
  return `The newest nightly backup is ${ageOf(last.at)} old (${formatMoment(last.at)}${size}).`;
}

/** Above everything else while the shop would lose what has happened since the last backup. */
export function BackupAlarm({ backups }: { backups: Backups }) {
  const { failing, isLate } = backups;
  if (!failing && !isLate) return null;
  return (
    <Panel title="Nightly backups need a look" isAlarm className="mb-4">
      {failing && (
        <p className="wrap-anywhere">
          They have failed since {formatMoment(failing.since)}: {failing.problem}
        </p>
      )}
      <p>{newestOf(backups)}</p>
    </Panel>
  );
}

export function BackupPanel({ backups }: { backups: Backups }) {
  if (backups.failing || backups.isLate) return null;
  return (
    <Panel title="Backups" className="lg:col-span-3">
      <p>
        {backups.isOn || backups.last
          ? newestOf(backups)
          : "No nightly backups are made. Set BACKUP_DIR on the server to turn them on."}
      </p>
    </Panel>
  );
}
