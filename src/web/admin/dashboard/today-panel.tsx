import type { Dashboard } from "../../../contracts/reports/dashboard.ts";
import { INDIA, timeIn } from "../../appointments/times.ts";
import { indianToday } from "../../lib/dates.ts";
import { Badge } from "../../ui/badge.tsx";
import { Link } from "../../ui/link.tsx";
import { appointmentsUrl } from "../appointments/appointments-view.ts";
import { stateLabels } from "../appointments/state-labels.ts";
import { Panel } from "./panel.tsx";

const link = "inline-flex min-h-11 items-center font-semibold underline decoration-gold underline-offset-4";

/** Today's sessions with their current state. */
export function TodayPanel({ today: { count, sessions } }: Dashboard["sessions"]) {
  return (
    <Panel title={`Today (${count})`} className="mb-4">
      {count === 0 && <p>No sessions today.</p>}
      <ol className="lg:columns-2 lg:gap-8">
        {sessions.map((session) => (
          <TodayAppointment key={session._id} session={session} />
        ))}
      </ol>
      <Link to={appointmentsUrl({ look: "day", day: indianToday() })} className={link}>
        {count > sessions.length ? "All sessions of today" : "Appointments of today"}
      </Link>
    </Panel>
  );
}

function TodayAppointment({ session }: { session: Dashboard["sessions"]["today"]["sessions"][number] }) {
  const { startsAt, callerName, expertName, state } = session;
  const [tone, words] = stateLabels[state];
  return (
    <li className="flex break-inside-avoid flex-wrap items-center gap-x-3 gap-y-1 border-b border-line py-2">
      <strong className="w-14 font-semibold tabular-nums">{timeIn(INDIA, startsAt)}</strong>
      <span className="min-w-0 grow basis-40 wrap-anywhere">
        {callerName || "Unknown caller"} <span className="text-ink-soft">with {expertName}</span>
      </span>
      <Badge tone={tone}>{words}</Badge>
    </li>
  );
}
