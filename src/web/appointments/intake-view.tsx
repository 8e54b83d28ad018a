import { type ReactNode, useState } from "react";
import { formatTime } from "../../contracts/appointments/appointment-rules.ts";
import type { Intake, IntakeDetails } from "../../contracts/appointments/intake.ts";
import { birthMinute, UNKNOWN_TIME } from "../../contracts/appointments/intake-rules.ts";
import { browserApi } from "../lib/browser-api.ts";
import { formatDay, formatMoment } from "../lib/dates.ts";
import { useLoad } from "../lib/use-load.ts";
import { Button } from "../ui/button.tsx";
import { LoadedPart } from "./loaded-part.tsx";

/** The buyer's intake, for the owner and the assigned expert. Private, so it is loaded only when opened. */
export function IntakeView({ appointmentId, className }: { appointmentId: string; className: string }) {
  const [isOpen, setOpen] = useState(false);
  const loaded = useIntake(appointmentId, isOpen);
  return (
    <>
      <Button aria-expanded={isOpen} onClick={() => setOpen(!isOpen)} className={className}>
        {isOpen ? "Hide what the caller told" : "What the caller told"}
      </Button>
      {isOpen && (
        <div className="mt-4 basis-full rounded-control bg-sand px-4 py-3.5">
          <LoadedPart {...loaded} problem="This could not be loaded.">
            {(intake) => <Told intake={intake} />}
          </LoadedPart>
        </div>
      )}
    </>
  );
}

function Told({ intake }: { intake: Intake }) {
  const { details, isUnreadable, givenAt, updatedAt, guardianConsentedAt } = intake;
  if (isUnreadable) return <p role="status">{UNREADABLE}</p>;
  if (!details) return <p role="status">The caller has told nothing about this session.</p>;
  return (
    <>
      <p className="wrap-anywhere whitespace-pre-wrap">{details.question}</p>
      <BirthDetails details={details} />
      {guardianConsentedAt && (
        <p className="mt-3">
          About somebody under 18. A parent or guardian agreed on {formatDay(guardianConsentedAt)}.
        </p>
      )}
      <p className="mt-3 text-small text-ink-soft">
        Given on {formatMoment(givenAt!)}
        {updatedAt !== givenAt && `, changed on ${formatMoment(updatedAt!)}`}. Only for this session: please do not copy
        it.
      </p>
    </>
  );
}

function clockTime(birthTime: string) {
  const minute = birthMinute(birthTime);
  return minute === undefined ? birthTime : formatTime(minute);
}

function BirthDetails({ details: { birthDate, birthTime, birthPlace } }: { details: IntakeDetails }) {
  if (!birthDate && !birthTime && !birthPlace) return null;
  return (
    <dl className="mt-3 grid grid-cols-[auto_1fr] gap-x-4 gap-y-1">
      <Row name="Birth date">{birthDate && formatDay(birthDate)}</Row>
      <Row name="Birth time">{birthTime === UNKNOWN_TIME ? "Not known" : clockTime(birthTime)}</Row>
      <Row name="Birth place">{birthPlace}</Row>
    </dl>
  );
}

const Row = ({ name, children }: { name: string; children: ReactNode }) =>
  children ? (
    <>
      <dt className="text-ink-soft">{name}</dt>
      <dd className="min-w-0 wrap-anywhere">{children}</dd>
    </>
  ) : null;

export const UNREADABLE = "These details can no longer be read.";

/** The intake of an appointment; `data` is `undefined` while it loads and while `isWanted` is false. */
export const useIntake = (id: string, isWanted = true) =>
  useLoad(() => browserApi.call("GET /api/appointments/:id/intake", { params: { id } }), id, isWanted);
