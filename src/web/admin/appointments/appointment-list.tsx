import type { AppointmentDetails } from "../../../contracts/appointments/appointment.ts";
import { dayIn, INDIA } from "../../appointments/times.ts";
import { AppointmentButton } from "./appointment-button.tsx";
import { isOver } from "./state-labels.ts";

interface ListProps {
  sessions: AppointmentDetails[];
  onOpen: (id: string) => void;
}

/** Groups consecutive sessions with the same key and keeps their order. */
function group(sessions: AppointmentDetails[], keyOf: (session: AppointmentDetails) => string) {
  const groups: { key: string; sessions: AppointmentDetails[] }[] = [];
  for (const session of sessions) {
    const key = keyOf(session);
    if (groups.at(-1)?.key === key) groups.at(-1)!.sessions.push(session);
    else groups.push({ key, sessions: [session] });
  }
  return groups;
}

function Groups({
  groups,
  hasDays,
  onOpen,
}: { groups: ReturnType<typeof group>; hasDays: boolean } & Pick<ListProps, "onOpen">) {
  return (
    <div className="grid gap-6">
      {groups.map(({ key, sessions }) => (
        <section key={key} aria-label={key}>
          <h3 className="mb-2 font-semibold">{key}</h3>
          <ul className="session-list" data-days={hasDays ? "" : undefined}>
            {sessions.map((session) => (
              <li key={session._id}>
                <AppointmentButton session={session} hasDay={hasDays} onOpen={onOpen} />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

/** The sessions of several weeks, by day. */
export const AppointmentList = ({ sessions, onOpen }: ListProps) => (
  <Groups groups={group(sessions, ({ startsAt }) => dayIn(INDIA, startsAt!))} hasDays={false} onOpen={onOpen} />
);

function taskName(session: AppointmentDetails) {
  if (session.isOutsideHours) return "Outside the hours";
  if (!session.expertId) return "Without an expert";
  return isOver(session) ? "Over, without an outcome" : "Paid, without a time";
}

/** The sessions that need the owner's attention, grouped by task. */
export const AttentionList = ({ sessions, onOpen }: ListProps) => (
  <Groups groups={group(sessions, taskName)} hasDays onOpen={onOpen} />
);
