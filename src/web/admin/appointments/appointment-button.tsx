import type { AppointmentDetails } from "../../../contracts/appointments/appointment.ts";
import { modeNames } from "../../../contracts/appointments/consultation-rules.ts";
import { dayIn, INDIA, timeIn } from "../../appointments/times.ts";
import { callerName, isOver, stateLabels } from "./state-labels.ts";

interface AppointmentButtonProps {
  session: AppointmentDetails;
  /** Shows the day too: for lists of several days. */
  hasDay?: boolean;
  onOpen: (id: string) => void;
}

/** Why the session needs the owner's attention; empty if it does not. */
function taskOf(session: AppointmentDetails) {
  if (session.isOutsideHours) return "Outside the hours";
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
      <span className="session-time">
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
      <span className="session-state">{task || stateLabels[state][1]}</span>
    </button>
  );
}
