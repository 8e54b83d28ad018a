import { useState } from "react";
import type { AppointmentDetails, AppointmentStep } from "../../../contracts/appointments/appointment.ts";
import { LoadedPart } from "../../appointments/loaded-part.tsx";
import { INDIA, momentIn } from "../../appointments/times.ts";
import { browserApi } from "../../lib/browser-api.ts";
import { formatMoment } from "../../lib/dates.ts";
import { useLoad } from "../../lib/use-load.ts";
import { actorLabels } from "../layout/actor-labels.ts";
import { AdminButton } from "../layout/admin-button.tsx";
import { stateLabels } from "./state-labels.ts";

/** What a history step of a booked session changed, as text. */
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
  return stateLabels[step.state][1];
}

/** The history of a session: what, by whom and when. Loaded on opening. */
export function AppointmentHistory({ session: { _id: id, version } }: { session: AppointmentDetails }) {
  const [isOpen, setOpen] = useState(false);
  const load = () => browserApi.call("GET /api/appointments/:id/history", { params: { id } });
  const loaded = useLoad(load, `${id} ${version}`, isOpen);
  return (
    <div>
      <AdminButton aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {isOpen ? "Hide the history" : "History"}
      </AdminButton>
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
