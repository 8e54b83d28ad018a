import { useState } from "react";
import type { AppointmentDetails } from "../../contracts/appointments/appointment.ts";
import { joinOpensAt, type Outcome, outcomes, outcomeTexts } from "../../contracts/appointments/appointment-rules.ts";
import { whoCallsExpert } from "../../contracts/appointments/call-rules.ts";
import { isJoinable, useNow } from "../appointments/appointment-links.tsx";
import { BookTime, TypedTime } from "../appointments/book-time.tsx";
import { CancelAppointment } from "../appointments/cancel-appointment.tsx";
import { GiveLink } from "../appointments/give-link.tsx";
import { IntakeView } from "../appointments/intake-view.tsx";
import { INDIA, momentIn, timeIn } from "../appointments/times.tsx";
import { browserApi } from "../lib/browser-api.ts";
import { contactLinks } from "../lib/contact-links.ts";
import { useShop } from "../lib/site.ts";
import { useSend } from "../lib/use-send.ts";
import { Badge } from "../ui/badge.tsx";
import { ExternalLinkButton, SmallButton, smallButton } from "../ui/button.tsx";
import { Icon } from "../ui/icon.tsx";

interface DeskAppointmentProps {
  appointment: AppointmentDetails;
  /** The appointment is over and has no outcome yet. */
  isOver: boolean;
}

export function DeskAppointment({ appointment, isOver }: DeskAppointmentProps) {
  const { _id, startsAt, endsAt, zone, caller: buyer, mode, minutes, title } = appointment;
  const [isMoving, setMoving] = useState(false);
  const now = useNow();
  const hasBegun = isOver || Date.parse(startsAt!) <= now;
  const name = buyer?.name ?? "Caller's data erased";
  return (
    <li
      id={_id}
      aria-labelledby={`${_id}-name`}
      className="scroll-mt-24 rounded-card border border-line bg-paper p-4 sm:p-5"
    >
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <p className="text-title">
          {momentIn(INDIA, startsAt!).replace(" IST", "")} to {timeIn(INDIA, endsAt!)} IST
        </p>
        {appointment.isOutsideHours && <Badge tone="gold">Outside your hours</Badge>}
      </div>
      {momentIn(zone, startsAt!) !== momentIn(INDIA, startsAt!) && (
        <p className="text-small text-ink-soft">For the caller: {momentIn(zone, startsAt!)}</p>
      )}
      <p id={`${_id}-name`} className="mt-2 font-semibold wrap-anywhere">
        {name}
      </p>
      <p className="text-small wrap-anywhere text-ink-soft">
        {title}
        {/* The title of a package does not contain mode and minutes. */}
        {!title.includes(`${minutes} min`) && `, ${mode}, ${minutes} minutes`}
      </p>
      {!isOver && <Call appointment={appointment} isOpen={isJoinable(appointment, now)} />}
      {hasBegun && <Outcomes appointment={appointment} />}
      <div className="mt-3 flex flex-wrap gap-2 empty:hidden">
        {/* Only appointments from orders have an intake: a buyer booked by phone has no account. */}
        {appointment.orderId && <IntakeView appointmentId={_id} className={`${smallButton} max-sm:w-full`} />}
        {!hasBegun && (
          <>
            <SmallButton aria-expanded={isMoving} onClick={() => setMoving(!isMoving)} className="max-sm:grow">
              {isMoving ? "Keep this time" : "Move"}
            </SmallButton>
            <CancelAppointment
              appointment={appointment}
              button={{ className: `${smallButton} max-sm:grow` }}
              words={{
                keep: "Keep it",
                act: "Cancel the session",
                done: "The session is cancelled",
                failed: "The session could not be cancelled. Please try again.",
              }}
            >
              <p>
                {buyer?.name ?? "The caller"}, {momentIn(INDIA, startsAt!)}. We write to the caller at once, and the
                shop's rules decide about the money. Moving it is often kinder.
              </p>
            </CancelAppointment>
          </>
        )}
      </div>
      {isMoving && (
        <div className="mt-5 grid gap-6 border-t border-line pt-5">
          {appointment.canChoose && <BookTime appointment={appointment} isStaff />}
          <TypedTime appointment={appointment} />
        </div>
      )}
    </li>
  );
}

interface CallProps extends Pick<DeskAppointmentProps, "appointment"> {
  isOpen: boolean;
}

/** Who calls whom, the link of a call by link, and the buyer's phone. */
function Call({ appointment, isOpen }: CallProps) {
  const { startsAt, mode, callWay: way, caller: buyer, roomUrl } = appointment;
  const shop = useShop();
  const isVideo = way === "link";
  const opensAt = timeIn(INDIA, joinOpensAt(new Date(startsAt!)).toISOString());
  return (
    <>
      {buyer && <p className="mt-2 font-medium">{whoCallsExpert({ way, ...buyer })}</p>}
      <div className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-2">
        {isVideo && isOpen && (
          <ExternalLinkButton look="accent" href={roomUrl} className="max-sm:w-full">
            <Icon name="video" size={20} />
            Join
          </ExternalLinkButton>
        )}
        {buyer?.phone && (
          <a
            href={contactLinks({ ...shop, phone: buyer.phone }).phone}
            className={`button ${mode === "audio" && !isVideo && isOpen ? "button-accent" : "button-quiet"} max-sm:w-full`}
          >
            <Icon name="phone" size={20} />
            Call {buyer.phone}
          </a>
        )}
        {isVideo && !isOpen && (
          <p className="text-small wrap-anywhere text-ink-soft">
            Join from {opensAt} IST:{" "}
            <a href={roomUrl} target="_blank" rel="noreferrer" className="inline-flex min-h-11 items-center underline">
              {roomUrl}
            </a>
          </p>
        )}
      </div>
      {mode === "video" && (
        <div className="mt-3">
          <GiveLink appointment={appointment} />
        </div>
      )}
    </>
  );
}

function Outcomes({ appointment: { _id, version, caller: buyer } }: { appointment: AppointmentDetails }) {
  const { send, isSending } = useSend("It could not be saved. Please try again.", { asToast: true });
  const [said, setSaid] = useState<Outcome>();
  const say = (outcome: Outcome) => {
    setSaid(outcome);
    const body = { outcome, version };
    void send(
      () => browserApi.call("PUT /api/appointments/:id/outcome", { params: { id: _id }, body }),
      outcomeTexts[outcome].saved,
    );
  };
  return (
    <fieldset className="mt-4 flex flex-wrap gap-2">
      <legend className="mb-2 font-semibold">How did it go{buyer ? ` with ${buyer.name}` : ""}?</legend>
      {outcomes.map((outcome) => (
        <SmallButton
          key={outcome}
          look={outcome === "done" ? "accent" : "quiet"}
          disabled={isSending}
          onClick={() => say(outcome)}
          className="grow sm:grow-0"
        >
          {isSending && said === outcome ? "Saving…" : outcomeTexts[outcome].expert}
        </SmallButton>
      ))}
    </fieldset>
  );
}
