import { useEffect, useRef, useState } from "react";
import type { AppointmentDetails, AppointmentStep } from "../../../contracts/appointments/appointment.ts";
import { stateRules } from "../../../contracts/appointments/appointment-rules.ts";
import { modeNames } from "../../../contracts/appointments/consultation-rules.ts";
import { shortId } from "../../../contracts/orders/order-rules.ts";
import { GiveLink } from "../../appointments/give-link.tsx";
import { IntakeView } from "../../appointments/intake-view.tsx";
import { LoadedPart } from "../../appointments/loaded-part.tsx";
import { INDIA, momentIn, timeIn } from "../../appointments/times.tsx";
import { browserApi } from "../../lib/browser-api.ts";
import { formatMoment } from "../../lib/dates.ts";
import { useShop } from "../../lib/site.ts";
import { useLoad } from "../../lib/use-load.ts";
import { Badge } from "../../ui/badge.tsx";
import { SmallButton, smallButton } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Link } from "../../ui/link.tsx";
import { ContactLink, ContactLinks } from "../layout/contact-link.tsx";
import { DetailList } from "../layout/detail-list.tsx";
import { actorLabels, recordPath } from "../layout/labels.ts";
import { AppointmentActions } from "./appointment-actions.tsx";
import { callerName, isOver, isWithoutLink } from "./appointment-list.tsx";

interface AppointmentPanelProps {
  session: AppointmentDetails | undefined;
  onClose: () => void;
  /** Called when the panel closed because its session is no longer on the page. */
  onGone: () => void;
}

export function AppointmentPanel({ session, onClose, onGone }: AppointmentPanelProps) {
  // Keeps the session visible while the panel slides out.
  const [last, setLast] = useState(session);
  if (session && session !== last) setLast(session);
  const isOpen = session !== undefined;
  const wasOpen = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only closing matters.
  useEffect(() => {
    if (wasOpen.current && !isOpen && document.activeElement === document.body) onGone();
    wasOpen.current = isOpen;
  }, [isOpen]);
  const shown = session ?? last;
  return (
    <Dialog open={isOpen} onClose={onClose} title={shown ? callerName(shown) : "Session"} look="drawer">
      {shown && <AppointmentFacts key={shown._id} session={shown} onClose={onClose} />}
    </Dialog>
  );
}

/** `Tue 18 Nov, 11:00 to 12:00 IST` */
const period = ({ startsAt, endsAt }: AppointmentDetails) =>
  startsAt && endsAt ? momentIn(INDIA, startsAt).replace(" IST", ` to ${timeIn(INDIA, endsAt)} IST`) : "Not agreed yet";

function AppointmentFacts({ session, onClose }: { session: AppointmentDetails; onClose: () => void }) {
  const { state, startsAt, zone, expertName, mode, minutes, title, orderId, version, roomUrl } = session;
  const status = useRef<HTMLDivElement>(null);
  const firstVersion = useRef(version);
  // After a change its button is gone, so the focus moves to the status.
  useEffect(() => {
    if (firstVersion.current !== version) status.current?.focus();
    firstVersion.current = version;
  }, [version]);
  const { tone, label } = stateRules[state];
  return (
    <div className="grid content-start gap-5 overflow-y-auto px-5 pb-8">
      <div ref={status} tabIndex={-1} className="flex flex-wrap gap-2 outline-none">
        <Badge tone={tone}>{label}</Badge>
        {session.isOutsideHours && <Badge tone="rose">Outside the hours</Badge>}
        {isWithoutLink(session) && <Badge tone="rose">No link yet</Badge>}
        {state === "confirmed" && isOver(session) && <Badge tone="rose">No outcome</Badge>}
      </div>
      <DetailList
        details={{
          When: period(session),
          ...(startsAt && zone !== INDIA && { "For them": momentIn(zone, startsAt) }),
          Expert: expertName || "Nobody yet",
          Session: title,
          Call: `${modeNames[mode]}, ${minutes} minutes`,
          ...(roomUrl && {
            Link: (
              <a href={roomUrl} target="_blank" rel="noreferrer" className="wrap-anywhere underline underline-offset-4">
                {roomUrl}
              </a>
            ),
          }),
          ...(orderId && {
            Order: (
              <Link to={recordPath("order", orderId)} className="font-semibold underline underline-offset-4">
                Order {shortId(orderId)}
              </Link>
            ),
          }),
          ...(!orderId && { Order: "None: booked for a caller" }),
        }}
      />
      <Contact session={session} />
      {mode === "video" && state === "confirmed" && !isOver(session) && (
        <GiveLink key={`${version} ${roomUrl}`} appointment={session} />
      )}
      {orderId && (
        <div>
          <IntakeView appointmentId={session._id} className={smallButton} />
        </div>
      )}
      <AppointmentActions key={version} session={session} onCancelled={onClose} />
      <AppointmentHistory session={session} />
    </div>
  );
}

function Contact({ session }: { session: AppointmentDetails }) {
  const { brand } = useShop();
  const { caller, state, joinUrl } = session;
  const hasRoom = state === "confirmed" && !isOver(session);
  return (
    <div>
      {caller ? (
        <p className="mb-2 wrap-anywhere">
          {caller.phone}
          <span className="block">{caller.email}</span>
        </p>
      ) : (
        <p className="mb-2 text-ink-soft">The caller's data was erased.</p>
      )}
      <ContactLinks phone={caller?.phone} email={caller?.email} subject={`Your session at ${brand}`}>
        {hasRoom && (
          <ContactLink href={joinUrl} icon="video" opensNewTab>
            Open room
          </ContactLink>
        )}
      </ContactLinks>
    </div>
  );
}

function bookedText({ startsAt, expertName }: AppointmentStep, before: AppointmentStep | undefined) {
  const time = momentIn(INDIA, startsAt!);
  const withExpert = expertName && ` with ${expertName}`;
  if (!before) return `Booked for ${time}${withExpert}`;
  const hasOtherExpert = before.expertName !== expertName;
  if (before.startsAt !== startsAt) return `Moved to ${time}${hasOtherExpert ? withExpert : ""}`;
  return hasOtherExpert ? `Given to ${expertName}` : "Kept at this time";
}

function stepText(step: AppointmentStep, earlier: AppointmentStep[]) {
  if (step.state === "confirmed") {
    const booked = earlier.findLast(({ state }) => state === "confirmed");
    return bookedText(step, booked);
  }
  if (step.state === "held" && step.startsAt) return `Held until paid: ${momentIn(INDIA, step.startsAt)}`;
  return stateRules[step.state].label;
}

function AppointmentHistory({ session: { _id: id, version } }: { session: AppointmentDetails }) {
  const [isOpen, setOpen] = useState(false);
  const load = () => browserApi.call("GET /api/appointments/:id/history", { params: { id } });
  const loaded = useLoad(load, `${id} ${version}`, isOpen);
  return (
    <div>
      <SmallButton aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {isOpen ? "Hide the history" : "History"}
      </SmallButton>
      {isOpen && (
        <div className="mt-4">
          <LoadedPart {...loaded} problem="The history could not be loaded.">
            {(steps) => (
              <ol aria-label="History" className="order-history">
                {steps.map((step, place) => (
                  <li key={`${step.at} ${step.state} ${step.startsAt}`}>
                    {stepText(step, steps.slice(0, place))}
                    <span className="block text-small text-ink-soft">
                      {formatMoment(step.at)} {actorLabels[step.by]}
                    </span>
                  </li>
                ))}
              </ol>
            )}
          </LoadedPart>
        </div>
      )}
    </div>
  );
}
