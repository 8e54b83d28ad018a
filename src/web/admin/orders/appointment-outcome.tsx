import type { Appointment } from "../../../contracts/appointments/appointment.ts";
import { type Outcome, outcomes } from "../../../contracts/appointments/appointment-rules.ts";
import { browserApi } from "../../lib/browser-api.ts";
import { AdminButton } from "../layout/admin-button.tsx";
import { useAppointmentCall } from "./use-appointment-call.ts";

const words: Record<Outcome, string> = {
  done: "It took place",
  missed_by_caller: "Missed by the caller",
  missed_by_expert: "Missed by the expert",
};

/** Records the outcome of a session that has begun. It can be corrected later. */
export function AppointmentOutcome({ appointment }: { appointment: Appointment }) {
  const { _id: id, version, state } = appointment;
  const { send, isSending, message } = useAppointmentCall();
  const record = (outcome: Outcome) =>
    send(
      () => browserApi.call("PUT /api/appointments/:id/outcome", { params: { id }, body: { outcome, version } }),
      `${words[outcome]}.`,
    );
  return (
    <fieldset className="mt-3">
      <legend className="mb-1 text-small text-ink-soft">
        {state === "confirmed" ? "How did it end?" : "Correct how it ended"}
      </legend>
      <div className="flex flex-wrap gap-3">
        {outcomes
          .filter((outcome) => outcome !== state)
          .map((outcome) => (
            <AdminButton key={outcome} disabled={isSending} onClick={() => void record(outcome)}>
              {words[outcome]}
            </AdminButton>
          ))}
      </div>
      <p role="alert" className="mt-1 text-small font-medium text-rose empty:hidden">
        {message}
      </p>
    </fieldset>
  );
}
