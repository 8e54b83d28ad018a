import { useEffect, useState } from "react";
import { SESSION_MINUTES } from "../../contracts/consultation-items.ts";
import { Moment } from "../appointments/moment.tsx";
import { callerZone } from "../appointments/times.ts";
import { browserApi } from "../lib/browser-api.ts";

const DAYS = 31;

/** When the expert is free next. Loaded by the browser: the page itself is the same for everybody and cached. */
export function NextSlot({ expertId }: { expertId: string }) {
  const [next, setNext] = useState<string>();
  useEffect(() => {
    let isShown = true;
    browserApi
      .call("GET /api/experts/:id/slots", {
        params: { id: expertId },
        query: { minutes: SESSION_MINUTES[0], days: DAYS },
      })
      .then(({ slots }) => isShown && setNext(slots[0]?.startsAt))
      // Without it the page says what it said before.
      .catch(() => {});
    return () => {
      isShown = false;
    };
  }, [expertId]);
  // Its lines are reserved, so that nothing moves when the times arrive.
  return (
    <p aria-live="polite" className="mt-1 min-h-[2lh] text-small font-medium md:mt-2 md:min-h-[1lh]">
      {next && (
        <>
          Next: <Moment zone={callerZone()} at={next} />
        </>
      )}
    </p>
  );
}
