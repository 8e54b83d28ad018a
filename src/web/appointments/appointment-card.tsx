import { lazy, Suspense, useEffect, useRef, useState } from "react";
import { useLocation } from "react-router";
import type { Appointment } from "../../contracts/appointments/appointment.ts";
import { CHOOSE_TIME, stateRules } from "../../contracts/appointments/appointment-rules.ts";
import { whoCalls } from "../../contracts/appointments/call-rules.ts";
import { Button } from "../ui/button.tsx";
import { AppointmentLinks } from "./appointment-links.tsx";
import { canCancel, canChooseFirstTime, canMove, isByPhone, refundText } from "./appointment-states.ts";
import { BookTime } from "./book-time.tsx";
import { CancelOwnAppointment } from "./cancel-appointment.tsx";
import { PhoneLink } from "./phone-link.tsx";
import { browserZone, Moment } from "./times.tsx";

const NotLoaded = () => <p className="mt-5 text-small text-ink-soft">To tell us more, please reload the page.</p>;

/** Loaded lazily: the form is optional, and the page does not wait for it. */
const Intake = lazy(() => import("./intake.tsx").catch(() => ({ default: NotLoaded })));

interface AppointmentCardProps {
  appointment: Appointment;
  /** The buyer's. */
  phone: string;
  /** Choosing its time is the buyer's first task. */
  isFirstTask: boolean;
  /** The link in the order mail leads to this card. */
  isLinked: boolean;
}

export function AppointmentCard({ appointment, phone, isFirstTask, isLinked }: AppointmentCardProps) {
  const { _id, title, state, mode } = appointment;
  const heading = useRef<HTMLHeadingElement>(null);
  const isFollowed = useLocation().hash === `#${CHOOSE_TIME}` && isLinked;
  // The card is rendered after the browser looked for the link's target.
  useEffect(() => {
    if (isFollowed) heading.current?.focus();
  }, [isFollowed]);
  const time = useRef<HTMLParagraphElement>(null);
  const wasBooked = useRef(false);
  // After booking, the time replaces the chooser, which had the focus.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new version has the booked time.
  useEffect(() => {
    if (wasBooked.current) time.current?.focus();
    wasBooked.current = false;
  }, [appointment.version]);
  const onChanged = () => {
    wasBooked.current = true;
  };
  return (
    <section
      id={isLinked ? CHOOSE_TIME : undefined}
      aria-labelledby={`${_id}-heading ${_id}-title`}
      className="order-card"
    >
      <h2 ref={heading} id={`${_id}-heading`} tabIndex={-1} className="scroll-mt-24 text-title">
        {canChooseFirstTime(appointment) ? "Choose a time" : "Your session"}
      </h2>
      <p id={`${_id}-title`} className="mb-4 wrap-anywhere text-ink-soft">
        {title}
      </p>
      {(state === "confirmed" || canChooseFirstTime(appointment) || (mode === "video" && isByPhone(appointment))) && (
        <WhoCalls appointment={appointment} phone={phone} />
      )}
      {canChooseFirstTime(appointment) && (
        <ToChoose
          appointment={appointment}
          isFirstTask={isFirstTask}
          isFirstOpen={isFirstTask || isFollowed}
          onChanged={onChanged}
        />
      )}
      {isByPhone(appointment) && (
        <>
          <p className="mb-4">
            {appointment.isTimeTaken
              ? "We are sorry: the time that you chose is no longer free. We agree on another one with you."
              : "Its time is not agreed yet."}
          </p>
          <CancelOwnAppointment appointment={appointment} onCancelled={onChanged} />
        </>
      )}
      {state === "confirmed" && (
        <>
          <p ref={time} tabIndex={-1} className="text-lead font-semibold">
            <Moment zone={browserZone()} at={appointment.startsAt!} />
          </p>
          <AppointmentLinks appointment={appointment} />
          {/* The key closes the chooser after each move. */}
          <Change key={appointment.version} appointment={appointment} onChanged={onChanged} />
        </>
      )}
      {stateRules[state].tookPlace && <p>This session has taken place.</p>}
      {state === "cancelled" && (
        <p ref={time} tabIndex={-1}>
          This session was cancelled.
        </p>
      )}
      {state === "missed_by_caller" && (
        <p>
          We could not reach you for this session. Please call us at <PhoneLink />.
        </p>
      )}
      {state === "missed_by_expert" && (
        <Missed key={appointment.version} appointment={appointment} onChanged={onChanged} />
      )}
      {state !== "cancelled" && (
        <Suspense fallback={<div className="mt-5 min-h-20" />}>
          <Intake appointmentId={_id} />
        </Suspense>
      )}
    </section>
  );
}

function WhoCalls({ appointment, phone }: Pick<AppointmentCardProps, "appointment" | "phone">) {
  const { callWay: way, expertName, links } = appointment;
  const roomUrl = links?.roomUrl;
  const sentence = whoCalls({ way, expertName, phone, roomUrl });
  if (!roomUrl) return <p className="mb-4">{sentence}</p>;
  return (
    <p className="mb-4">
      {sentence.replace(roomUrl, "")}
      <a
        href={roomUrl}
        target="_blank"
        rel="noreferrer"
        className="flex min-h-11 items-center font-semibold wrap-anywhere underline underline-offset-4"
      >
        {roomUrl}
      </a>
    </p>
  );
}

interface ChangeProps {
  appointment: Appointment;
  onChanged: () => void;
}

interface ToChooseProps extends ChangeProps {
  isFirstTask: boolean;
  isFirstOpen: boolean;
}

/** The first task of the page is expanded; other appointments have a button to open the chooser. */
function ToChoose({ appointment, isFirstTask, isFirstOpen, onChanged }: ToChooseProps) {
  const [isOpen, setOpen] = useState(isFirstOpen);
  const cancel = <CancelOwnAppointment appointment={appointment} onCancelled={onChanged} />;
  return (
    <>
      {appointment.isTimeTaken && (
        <p className="mb-4 font-medium text-rose">This time was taken meanwhile: choose another one.</p>
      )}
      {isOpen || isFirstTask ? (
        <>
          <BookTime appointment={appointment} isPrimary={isFirstTask} onBooked={onChanged} />
          <div className="mt-5 flex flex-wrap items-center justify-between gap-3 border-t border-line pt-5">
            <p className="text-small text-ink-soft">You no longer want this session?</p>
            {cancel}
          </div>
        </>
      ) : (
        <div className="flex flex-wrap gap-3">
          <Button onClick={() => setOpen(true)}>Choose a time</Button>
          {cancel}
        </div>
      )}
    </>
  );
}

function Change({ appointment, onChanged }: ChangeProps) {
  if (!canCancel(appointment))
    return (
      <p className="mt-2 text-small text-ink-soft">
        To change it, please call us at <PhoneLink />.
      </p>
    );
  const { movesLeft, changeUntil } = appointment;
  const times = movesLeft === 1 ? "once more" : movesLeft === 2 ? "twice" : `${movesLeft} times`;
  return (
    <>
      <p className="mt-2 mb-4 text-small text-ink-soft">
        You can {canMove(appointment) ? `move it ${times}` : "cancel it"} until{" "}
        <Moment zone={browserZone()} at={changeUntil!} />.
      </p>
      <Actions appointment={appointment} onChanged={onChanged} words={["Move", "Keep this time"]} />
    </>
  );
}

/** The expert did not come: the buyer chooses a new time or gets the money back. */
function Missed({ appointment, onChanged }: ChangeProps) {
  return (
    <>
      <p className="mb-4">
        We missed this session, and we are sorry.{" "}
        {appointment.canChoose ? "Please choose a new time, free of charge, or cancel it." : "You can cancel it."}{" "}
        {refundText(appointment.refund, "Then we")} You can also call us at <PhoneLink />.
      </p>
      <Actions appointment={appointment} onChanged={onChanged} words={["Choose a new time", "Close"]} />
    </>
  );
}

function Actions({ appointment, onChanged, words: [open, close] }: ChangeProps & { words: [string, string] }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <div className="flex flex-wrap gap-3">
        {(canMove(appointment) || (appointment.state === "missed_by_expert" && appointment.canChoose)) && (
          <Button aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {isOpen ? close : open}
          </Button>
        )}
        <CancelOwnAppointment appointment={appointment} onCancelled={onChanged} />
      </div>
      {isOpen && (
        <div className="mt-5 border-t border-line pt-5">
          <BookTime appointment={appointment} onBooked={onChanged} />
        </div>
      )}
    </>
  );
}
