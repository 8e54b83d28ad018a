import { useState } from "react";
import { useRevalidator } from "react-router";
import type { AppointmentDetails } from "../../contracts/appointments/appointment.ts";
import { type Outcome, outcomes, outcomeTexts } from "../../contracts/appointments/appointment-rules.ts";
import { browserApi } from "../lib/browser-api.ts";
import { errorMessage } from "../lib/error-message.ts";
import { toast } from "../lib/toast.ts";
import { Button } from "../ui/button.tsx";

/** Buttons to record the outcome of the session. */
export function Outcomes({ session: { _id, version, caller } }: { session: AppointmentDetails }) {
  const { revalidate } = useRevalidator();
  const [sending, setSending] = useState<Outcome>();
  const say = async (outcome: Outcome) => {
    setSending(outcome);
    try {
      await browserApi.call("PUT /api/appointments/:id/outcome", { params: { id: _id }, body: { outcome, version } });
      toast(outcomeTexts[outcome].saved);
    } catch (error) {
      toast(errorMessage(error, "It could not be saved. Please try again."), { tone: "bad" });
    }
    // Also after a failure: somebody else may have changed the session.
    await revalidate();
    setSending(undefined);
  };
  return (
    <fieldset className="mt-4 flex flex-wrap gap-2">
      <legend className="mb-2 font-semibold">How did it go{caller ? ` with ${caller.name}` : ""}?</legend>
      {outcomes.map((outcome) => (
        <Button
          key={outcome}
          look={outcome === "done" ? "accent" : "quiet"}
          disabled={sending !== undefined}
          onClick={() => say(outcome)}
          className="min-h-11 grow px-4 py-1.5 sm:grow-0"
        >
          {sending === outcome ? "Saving…" : outcomeTexts[outcome].expert}
        </Button>
      ))}
    </fieldset>
  );
}
