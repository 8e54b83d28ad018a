import { type FormEvent, useCallback, useEffect, useState } from "react";
import type { Appointment, ExpertHours } from "../../../contracts/appointments/appointment.ts";
import type { SlotList } from "../../../contracts/appointments/schedule.ts";
import { fromField, toField } from "../../appointments/time-field.ts";
import { browserApi } from "../../lib/browser-api.ts";
import { Field } from "../../ui/field.tsx";
import { LoadProblem } from "../../ui/load-problem.tsx";
import { AdminButton } from "../layout/admin-button.tsx";
import { useAppointmentCall } from "../orders/use-appointment-call.ts";
import { SelectField } from "../resource/fields.tsx";
import { FreeTimes } from "./free-times.tsx";

/** The experts of the shop, drafts included. */
function useExperts() {
  const [experts, setExperts] = useState<ExpertHours[]>();
  const [hasFailed, setFailed] = useState(false);
  const load = useCallback(() => {
    setFailed(false);
    browserApi.call("GET /api/appointments/hours", { query: {} }).then(setExperts, () => setFailed(true));
  }, []);
  useEffect(load, [load]);
  return { experts, hasFailed, load };
}

/** Assigns the session to another expert, at the same or another time. */
export function Reassign({ session }: { session: Appointment }) {
  const { _id, version, minutes, startsAt } = session;
  const { experts, hasFailed, load } = useExperts();
  const [expertId, setExpertId] = useState("");
  const [time, setTime] = useState(startsAt ? toField(startsAt) : "");
  const [fresh, setFresh] = useState<string[]>();
  const { send, isSending, message } = useAppointmentCall();
  const others = experts?.filter((expert) => expert.expertId !== session.expertId);
  if (hasFailed)
    return (
      <LoadProblem onRetry={load} isTrying={false}>
        The experts could not be loaded.
      </LoadProblem>
    );
  if (others?.length === 0) return <p>There is no other expert.</p>;

  const give = () =>
    browserApi.call("PUT /api/appointments/:id/expert", {
      params: { id: _id },
      body: { expertId, version, ...(time && { startsAt: fromField(time) }) },
    });

  function submit(event: FormEvent) {
    event.preventDefault();
    const name = others?.find((other) => other.expertId === expertId)?.name;
    void send(give, `${name} takes the session.`, ({ code, problem }) => {
      if (code === "slot_taken") setFresh((problem as unknown as SlotList).slots.map((slot) => slot.startsAt));
    });
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
        {others?.map((other) => (
          <option key={other.expertId} value={other.expertId}>
            {other.name}
          </option>
        ))}
      </SelectField>
      {expertId && <FreeTimes key={expertId} expertId={expertId} minutes={minutes} fresh={fresh} onChoose={setTime} />}
      <Field
        label="Date and time (IST)"
        type="datetime-local"
        required={startsAt !== null}
        value={time}
        error={message}
        hint={
          startsAt ? "It may stay at its time, if the expert is free then." : "Without one, the time is agreed later."
        }
        onChange={({ currentTarget }) => setTime(currentTarget.value)}
      />
      <p role="alert" className="sr-only">
        {message}
      </p>
      <AdminButton type="submit" look="accent" disabled={isSending} className="sm:justify-self-start">
        {isSending ? "Saving…" : "Give the session"}
      </AdminButton>
    </form>
  );
}

/** The label of the button that opens it. */
export const reassignLabel = ({ expertId }: Pick<Appointment, "expertId">) =>
  expertId ? "Another expert" : "Assign an expert";
