import type { AppointmentDetails } from "../../../contracts/appointments/appointment.ts";
import { stateRules } from "../../../contracts/appointments/appointment-rules.ts";
import { modeNames } from "../../../contracts/appointments/consultation-rules.ts";
import { dayIn, INDIA, timeIn } from "../../appointments/times.tsx";

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

export const AppointmentList = ({ sessions, onOpen }: ListProps) => (
  <Groups groups={group(sessions, ({ startsAt }) => dayIn(INDIA, startsAt!))} hasDays={false} onOpen={onOpen} />
);

function taskName(session: AppointmentDetails) {
  if (session.isOutsideHours) return "Outside the hours";
  if (!session.expertId) return "Without an expert";
  if (isWithoutLink(session)) return "Video, without a link";
  return isOver(session) ? "Over, without an outcome" : "Paid, without a time";
}

export const AttentionList = ({ sessions, onOpen }: ListProps) => (
  <Groups groups={group(sessions, taskName)} hasDays onOpen={onOpen} />
);

interface AppointmentButtonProps {
  session: AppointmentDetails;
  hasDay?: boolean;
  onOpen: (id: string) => void;
}

/** Why the session needs the owner's attention; empty if it does not. */
function taskOf(session: AppointmentDetails) {
  if (session.isOutsideHours) return "Outside the hours";
  if (isWithoutLink(session)) return "No link";
  return session.state === "confirmed" && isOver(session) ? "No outcome" : "";
}

/** A session in the timetable and in lists. Its text is its accessible name; small blocks cut off the end. */
export function AppointmentButton({ session, hasDay = false, onOpen }: AppointmentButtonProps) {
  const { _id, startsAt, endsAt, state, expertName, mode } = session;
  const task = taskOf(session);
  return (
    <button
      type="button"
      className="session-button"
      data-state={state}
      data-task={task ? "" : undefined}
      onClick={() => onOpen(_id)}
    >
      <span className="session-time font-semibold tabular-nums">
        {startsAt && endsAt ? (
          <>
            {hasDay && `${dayIn(INDIA, startsAt)}, `}
            {timeIn(INDIA, startsAt)}
            <span className="session-end">
              <span aria-hidden>–</span>
              <span className="sr-only"> to </span>
              {timeIn(INDIA, endsAt)}
            </span>
          </>
        ) : (
          "No time"
        )}
      </span>
      <span className="sr-only">, </span>
      <span className="session-caller">{callerName(session)}</span>
      <span className="sr-only">, </span>
      <span className="session-expert">
        {expertName || "No expert"}, {modeNames[mode]}
      </span>
      <span className="sr-only">, </span>
      <span className="session-state">{task || stateRules[state].label}</span>
    </button>
  );
}

export const isOver = ({ endsAt }: Pick<AppointmentDetails, "endsAt">) =>
  endsAt !== null && Date.parse(endsAt) <= Date.now();

/** A booked hour by video, not over, whose link nobody has given. */
export const isWithoutLink = (session: AppointmentDetails) =>
  session.state === "confirmed" && session.callWay === "link_to_come" && !isOver(session);

/** The caller's name, or a placeholder after the personal data was erased. */
export const callerName = ({ caller }: Pick<AppointmentDetails, "caller">) => caller?.name || "Unknown caller";
