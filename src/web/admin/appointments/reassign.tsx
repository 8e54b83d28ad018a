import { type FormEvent, useState } from "react";
import type { AppointmentDetails, ExpertHours } from "../../../contracts/appointment.ts";
import type { SlotList } from "../../../contracts/schedule.ts";
import { browserApi } from "../../lib/browser-api.ts";
import { Field } from "../../ui/field.tsx";
import { AdminButton } from "../layout/admin-button.tsx";
import { useSessionCall } from "../orders/use-session-call.ts";
import { SelectField } from "../resource/fields.tsx";
import { FreeTimes } from "./free-times.tsx";
import { fromField, toField } from "../../appointments/time-field.ts";

/** Gives the session to another expert, at its time or at another one. */
export function Reassign({ session, experts }: { session: AppointmentDetails; experts: ExpertHours[] }) {
  const { _id, version, minutes, startsAt } = session;
  const others = experts.filter(({ expertId }) => expertId !== session.expertId);
  const [expertId, setExpertId] = useState(others[0]?.expertId ?? "");
  const [time, setTime] = useState(startsAt ? toField(startsAt) : "");
  const [fresh, setFresh] = useState<string[]>();
  const { send, isSending, message } = useSessionCall();
  if (others.length === 0) return <p>There is no other expert.</p>;

  const give = () =>
    browserApi.call("PUT /api/appointments/:id/expert", {
      params: { id: _id },
      body: { expertId, version, ...(time && { startsAt: fromField(time) }) },
    });

  function submit(event: FormEvent) {
    event.preventDefault();
    const name = others.find((other) => other.expertId === expertId)!.name;
    void send(give, `${name} takes the session`, ({ code, problem }) => {
      if (code === "slot_taken") setFresh((problem as unknown as SlotList).slots.map((slot) => slot.startsAt));
    });
  }

  return (
    <form aria-label="Another expert" onSubmit={submit} className="grid gap-4">
      <SelectField
        label="Expert"
        required
        value={expertId}
        onChange={({ currentTarget }) => {
          setExpertId(currentTarget.value);
          setFresh(undefined);
        }}
      >
        {others.map((other) => (
          <option key={other.expertId} value={other.expertId}>
            {other.name}
          </option>
        ))}
      </SelectField>
      <FreeTimes key={expertId} expertId={expertId} minutes={minutes} fresh={fresh} onChoose={setTime} />
      <Field
        label="Date and time (IST)"
        type="datetime-local"
        required={startsAt !== null}
        value={time}
        error={message}
        hint={startsAt ? undefined : "Without one, the time is agreed later."}
        onChange={({ currentTarget }) => setTime(currentTarget.value)}
      />
      <p role="alert" className="sr-only">
        {message}
      </p>
      <AdminButton type="submit" look="accent" disabled={isSending}>
        {isSending ? "Saving…" : "Give it to this expert"}
      </AdminButton>
    </form>
  );
}
