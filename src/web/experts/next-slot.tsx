import { useEffect, useState } from "react";
import { APPOINTMENT_MINUTES } from "../../contracts/appointments/consultation-rules.ts";
import { browserZone, Moment } from "../appointments/times.tsx";
import { browserApi } from "../lib/browser-api.ts";

const DAYS = 31;

/** The expert's next free time. Loaded by the browser, because the page itself is cached for everyone. */
export function NextSlot({ expertId }: { expertId: string }) {
  const [next, setNext] = useState<string>();
  useEffect(() => {
    let isShown = true;
    browserApi
      .call("GET /api/experts/:id/slots", {
        params: { id: expertId },
        query: { minutes: APPOINTMENT_MINUTES[0], days: DAYS },
      })
      .then(({ slots }) => isShown && setNext(slots[0]?.startsAt))
      // Optional: on failure the line stays empty.
      .catch(() => {});
    return () => {
      isShown = false;
    };
  }, [expertId]);
  // Reserves its lines to prevent a layout shift.
  return (
    <p aria-live="polite" className="mt-1 min-h-[2lh] text-small font-medium md:mt-2 md:min-h-[1lh]">
      {next && (
        <>
          Next: <Moment zone={browserZone()} at={next} />
        </>
      )}
    </p>
  );
}
