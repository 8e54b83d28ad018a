import { useEffect, useRef, useState } from "react";
import type { Appointment } from "../../contracts/appointment.ts";
import { Button } from "../ui/button.tsx";
import { ChooseTime } from "./choose-time.tsx";
import { Moment } from "./moment.tsx";
import { PhoneLink } from "./phone-link.tsx";
import { canMove, isToChoose } from "./session-words.ts";
import { callerZone } from "./times.ts";

interface SessionCardProps {
  appointment: Appointment;
  /** Whether to choose its time is what the buyer should do first. */
  isFirstTask: boolean;
}

/** One session of the buyer: its time, or the times to choose from. */
export function SessionCard({ appointment, isFirstTask }: SessionCardProps) {
  const { _id, title, state } = appointment;
  const time = useRef<HTMLParagraphElement>(null);
  const wasBooked = useRef(false);
  // The chooser was in place of the time, and had the focus.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new version has the booked time.
  useEffect(() => {
    if (wasBooked.current) time.current?.focus();
    wasBooked.current = false;
  }, [appointment.version]);
  const onBooked = () => {
    wasBooked.current = true;
  };
  return (
    <section aria-labelledby={`${_id}-session ${_id}-title`} className="order-card">
      <h2 id={`${_id}-session`} className="text-title">
        {isToChoose(appointment) ? "Choose a time" : "Your session"}
      </h2>
      <p id={`${_id}-title`} className="mb-4 wrap-anywhere text-ink-soft">
        {title}
      </p>
      {isToChoose(appointment) && <ToChoose appointment={appointment} isFirstTask={isFirstTask} onBooked={onBooked} />}
      {state === "confirmed" && (
        <>
          <p ref={time} tabIndex={-1} className="text-lead font-semibold">
            <Moment zone={callerZone()} at={appointment.startsAt!} />
          </p>
          {/* Closed again after each move. */}
          <Change key={appointment.version} appointment={appointment} onBooked={onBooked} />
        </>
      )}
      {state === "done" && <p>This session has taken place.</p>}
      {state === "cancelled" && <p>This session was cancelled.</p>}
      {state === "missed_by_caller" && (
        <p>
          We could not reach you for this session. Please call us at <PhoneLink />.
        </p>
      )}
      {state === "missed_by_expert" && (
        <p>
          We missed this session, and we are sorry. Please call us at <PhoneLink />.
        </p>
      )}
    </section>
  );
}

interface ChoiceProps {
  appointment: Appointment;
  onBooked: () => void;
}

/** The first task of a page is open; other sessions wait behind a button. */
function ToChoose({ appointment, isFirstTask, onBooked }: ChoiceProps & { isFirstTask: boolean }) {
  const [isOpen, setOpen] = useState(isFirstTask);
  if (!isOpen && !isFirstTask) return <Button onClick={() => setOpen(true)}>Choose a time</Button>;
  return (
    <ChooseTime
      appointment={appointment}
      expertId={appointment.expertId!}
      zone={callerZone()}
      isFirstTask={isFirstTask}
      onBooked={onBooked}
    />
  );
}

function Change({ appointment, onBooked }: ChoiceProps) {
  const [isOpen, setOpen] = useState(false);
  if (!canMove(appointment))
    return (
      <p className="mt-2 text-small text-ink-soft">
        To change it, please call us at <PhoneLink />.
      </p>
    );
  const { movesLeft, changeUntil } = appointment;
  return (
    <>
      <p className="mt-2 mb-4 text-small text-ink-soft">
        You can move it {movesLeft === 1 ? "once more" : movesLeft === 2 ? "twice" : `${movesLeft} times`} until{" "}
        <Moment zone={callerZone()} at={changeUntil!} />.
      </p>
      <Button aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {isOpen ? "Keep this time" : "Move"}
      </Button>
      {isOpen && (
        <div className="mt-5 border-t border-line pt-5">
          <ChooseTime
            appointment={appointment}
            expertId={appointment.expertId!}
            zone={callerZone()}
            onBooked={onBooked}
          />
        </div>
      )}
    </>
  );
}
