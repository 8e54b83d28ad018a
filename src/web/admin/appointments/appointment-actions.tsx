import { type FormEvent, useState } from "react";
import type { Appointment, AppointmentDetails } from "../../../contracts/appointments/appointment.ts";
import {
  isOutcome,
  noShowTexts,
  type Outcome,
  outcomes,
  outcomeTexts,
  stateRules,
} from "../../../contracts/appointments/appointment-rules.ts";
import type { SlotList } from "../../../contracts/appointments/schedule.ts";
import { BookTime, TypedTime } from "../../appointments/book-time.tsx";
import { CancelAppointment } from "../../appointments/cancel-appointment.tsx";
import { fromField, Moment, toField } from "../../appointments/times.tsx";
import { browserApi } from "../../lib/browser-api.ts";
import { formatRupees } from "../../lib/money.ts";
import { useLoad } from "../../lib/use-load.ts";
import { useSend } from "../../lib/use-send.ts";
import { AskDialog } from "../../ui/ask-dialog.tsx";
import { SmallButton, smallButton } from "../../ui/button.tsx";
import { CheckboxField, Options, SelectField } from "../../ui/choice-fields.tsx";
import { Field, FormError } from "../../ui/field.tsx";
import { LoadProblem } from "../../ui/page-problem.tsx";
import { FreeTimes } from "./free-times.tsx";

const FAILED = "It could not be saved. Please check your connection and try again.";

/** The owner's actions for a session. Only one of the forms is open at a time. */
export function AppointmentActions({ session, onCancelled }: { session: AppointmentDetails; onCancelled: () => void }) {
  const { state, startsAt, expertId } = session;
  const [part, setPart] = useState<"move" | "expert">();
  const hasBegun = startsAt !== null && Date.parse(startsAt) <= Date.now();
  const { canChange } = stateRules[state];
  const isOpen = canChange && !isOutcome(state) && (state === "to_schedule" || !hasBegun);
  const hasEnded = hasBegun && (state === "confirmed" || isOutcome(state));
  const canCancel = isOpen || (canChange && isOutcome(state));
  const canMove = expertId && canCancel;
  const toggle = (wanted: typeof part) => ({
    "aria-expanded": part === wanted,
    onClick: () => setPart(part === wanted ? undefined : wanted),
  });
  return (
    <>
      {session.isOutsideHours && <Keep session={session} />}
      {hasEnded && <AppointmentOutcome appointment={session} />}
      {canCancel && (
        <div className="flex flex-wrap gap-2">
          {canMove && <SmallButton {...toggle("move")}>{state === "confirmed" ? "Move" : "Set the time"}</SmallButton>}
          {isOpen && <SmallButton {...toggle("expert")}>{reassignLabel(session)}</SmallButton>}
          <CancelByOwner appointment={session} onCancelled={onCancelled} />
        </div>
      )}
      {part === "move" && expertId && (
        <div className="grid gap-6">
          <TypedTime appointment={session} />
          {session.canChoose && <BookTime appointment={session} isStaff />}
        </div>
      )}
      {part === "expert" && <Reassign session={session} />}
    </>
  );
}

/** Confirms a session outside the expert's hours, so that it leaves the attention list. */
function Keep({ session: { _id, version } }: { session: AppointmentDetails }) {
  const { send, isSending, error } = useSend(FAILED);
  const keep = () => browserApi.call("PUT /api/appointments/:id/keep", { params: { id: _id }, body: { version } });
  return (
    <div className="rounded-control bg-rose-wash px-4 py-3">
      <p>The expert's hours no longer have this time. The caller still counts on it.</p>
      <SmallButton disabled={isSending} onClick={() => void send(keep, "The session stays as it is")} className="mt-2">
        Keep this time
      </SmallButton>
      <FormError className="mt-1 text-small">{error}</FormError>
    </div>
  );
}

interface CancelByOwnerProps {
  appointment: Appointment;
  onCancelled?: () => void;
}

export function CancelByOwner({ appointment, onCancelled }: CancelByOwnerProps) {
  const { title, startsAt, zone, refund } = appointment;
  return (
    <CancelAppointment
      appointment={appointment}
      button={{ className: smallButton }}
      words={{
        keep: "Keep session",
        act: "Cancel session",
        done: "The session was cancelled.",
        failed: FAILED,
      }}
      onCancelled={onCancelled}
    >
      <p className="font-semibold wrap-anywhere">
        {title}
        {startsAt && (
          <span className="block">
            <Moment zone={zone} at={startsAt} />
          </span>
        )}
      </p>
      <p>Its time is free again, and the caller and the expert get a mail.</p>
      {refund ? (
        <CheckboxField name="refund" label={`Refund ${formatRupees(refund)}`} defaultChecked />
      ) : (
        <p>Nothing is refunded here. You decide about the money under Payment.</p>
      )}
    </CancelAppointment>
  );
}

/** Records the outcome of a session that has begun. It can be corrected later. */
export function AppointmentOutcome({ appointment }: { appointment: Appointment }) {
  const { _id: id, version, state, refund } = appointment;
  const { send, isSending, error } = useSend(FAILED);
  const [asked, setAsked] = useState<Exclude<Outcome, "done">>();
  const [isAsking, setAsking] = useState(false);
  const keep = () => setAsking(false);
  const record = (outcome: Outcome) =>
    send(
      () => browserApi.call("PUT /api/appointments/:id/outcome", { params: { id }, body: { outcome, version } }),
      `${outcomeTexts[outcome].owner}.`,
    );
  function choose(outcome: Outcome) {
    if (outcome === "done") return void record(outcome);
    setAsked(outcome);
    setAsking(true);
  }
  return (
    <fieldset className="mt-3">
      <legend className="mb-1 text-small text-ink-soft">
        {state === "confirmed" ? "How did it end?" : "Correct how it ended"}
      </legend>
      <div className="flex flex-wrap gap-3">
        {outcomes
          .filter((outcome) => outcome !== state)
          .map((outcome) => (
            <SmallButton key={outcome} disabled={isSending} onClick={() => choose(outcome)}>
              {outcomeTexts[outcome].owner}
            </SmallButton>
          ))}
      </div>
      <FormError className="mt-1 text-small">{error}</FormError>
      {asked && (
        <AskDialog
          open={isAsking}
          onClose={keep}
          title={outcomeTexts[asked].owner}
          keep="Keep"
          action={["Save", "Saving…"]}
          send={async () => {
            await record(asked);
            keep();
          }}
          failed={FAILED}
        >
          <div className="grid gap-2">
            {noShowTexts[asked](refund ? formatRupees(refund) : undefined).map((text) => (
              <p key={text}>{text}</p>
            ))}
          </div>
        </AskDialog>
      )}
    </fieldset>
  );
}

const loadExperts = () => browserApi.call("GET /api/appointments/hours", { query: {} });

/** Assigns the session to another expert, at the same or another time. */
export function Reassign({ session }: { session: Appointment }) {
  const { _id, version, minutes, startsAt } = session;
  const { data: experts, hasFailed, retry } = useLoad(loadExperts, "experts");
  const [expertId, setExpertId] = useState("");
  const [time, setTime] = useState(startsAt ? toField(startsAt) : "");
  const [fresh, setFresh] = useState<string[]>();
  const { send, isSending, error } = useSend(FAILED, {
    onRefused({ code, problem }) {
      if (code === "slot_taken") setFresh((problem as unknown as SlotList).slots.map((slot) => slot.startsAt));
    },
  });
  const others = experts?.filter((expert) => expert.expertId !== session.expertId);
  if (hasFailed) return <LoadProblem onRetry={retry}>The experts could not be loaded.</LoadProblem>;
  if (others?.length === 0) return <p>There is no other expert.</p>;

  const give = () =>
    browserApi.call("PUT /api/appointments/:id/expert", {
      params: { id: _id },
      body: { expertId, version, ...(time && { startsAt: fromField(time) }) },
    });

  function submit(event: FormEvent) {
    event.preventDefault();
    const name = others?.find((other) => other.expertId === expertId)?.name;
    void send(give, `${name} takes the session.`);
  }

  return (
    <form aria-label="Another expert" onSubmit={submit} className="grid max-w-xl gap-4">
      <SelectField
        label="Expert"
        required
        value={expertId}
        onChange={({ currentTarget }) => {
          setExpertId(currentTarget.value);
          setFresh(undefined);
        }}
      >
        <option value="" disabled>
          {others ? "Choose an expert" : "Loading…"}
        </option>
        <Options of={others?.map((other) => [other.expertId, other.name]) ?? []} />
      </SelectField>
      {expertId && <FreeTimes key={expertId} expertId={expertId} minutes={minutes} fresh={fresh} onChoose={setTime} />}
      <Field
        label="Date and time (IST)"
        type="datetime-local"
        required={startsAt !== null}
        value={time}
        error={error}
        hint={
          startsAt ? "It may stay at its time, if the expert is free then." : "Without one, the time is agreed later."
        }
        onChange={({ currentTarget }) => setTime(currentTarget.value)}
      />
      <p role="alert" className="sr-only">
        {error}
      </p>
      <SmallButton type="submit" look="accent" disabled={isSending} className="sm:justify-self-start">
        {isSending ? "Saving…" : "Give the session"}
      </SmallButton>
    </form>
  );
}

export const reassignLabel = ({ expertId }: Pick<Appointment, "expertId">) =>
  expertId ? "Another expert" : "Assign an expert";
