import { type FormEvent, useEffect, useState } from "react";
import type { Appointment } from "../../../contracts/appointment.ts";
import type { Expert } from "../../../contracts/expert.ts";
import { browserApi } from "../../lib/browser-api.ts";
import { AdminButton } from "../layout/admin-button.tsx";
import { SelectField } from "../resource/fields.tsx";
import { useSessionCall } from "./use-session-call.ts";

/** Another expert takes the session, at its time. */
export function ReassignSession({ appointment }: { appointment: Appointment }) {
  const { _id: id, version, expertId: current, startsAt } = appointment;
  const [experts, setExperts] = useState<Expert[]>();
  const { send, isSending, message } = useSessionCall();
  useEffect(() => {
    browserApi.call("GET /api/experts", { query: { limit: 100 } }).then(setExperts, () => setExperts([]));
  }, []);

  function give(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const expertId = String(new FormData(event.currentTarget).get("expertId"));
    const call = () =>
      browserApi.call("PUT /api/appointments/:id/expert", { params: { id }, body: { expertId, version } });
    const name = experts?.find(({ _id }) => _id === expertId)?.name;
    void send(call, `${name} takes the session.`);
  }

  return (
    <form aria-label="Another expert" onSubmit={give} className="mt-4">
      <div className="flex flex-wrap items-end gap-3">
        <SelectField label="Expert" name="expertId" required defaultValue="" className="min-w-48">
          <option value="" disabled>
            {experts ? "Choose an expert" : "Loading…"}
          </option>
          {experts
            ?.filter(({ _id }) => _id !== current)
            .map(({ _id, name }) => (
              <option key={_id} value={_id}>
                {name}
              </option>
            ))}
        </SelectField>
        <AdminButton type="submit" disabled={isSending}>
          {isSending ? "Saving…" : "Give the session"}
        </AdminButton>
      </div>
      <p role="alert" className="mt-1 text-small font-medium text-rose empty:hidden">
        {message}
      </p>
      {startsAt && !message && <p className="mt-1 text-small text-ink-soft">At the same time, if it is free.</p>}
    </form>
  );
}
