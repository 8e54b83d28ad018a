import { useEffect, useState } from "react";
import { browserApi } from "../lib/browser-api.ts";

/** The longest span that one request may ask for. */
const DAYS = 31;

/** The free times of an expert; `undefined` while they load. */
export function useSlots(expertId: string, minutes: number) {
  const [slots, setSlots] = useState<string[]>();
  const [hasFailed, setFailed] = useState(false);
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt loads again.
  useEffect(() => {
    let isShown = true;
    browserApi
      .call("GET /api/experts/:id/slots", { params: { id: expertId }, query: { minutes, days: DAYS } })
      .then((found) => isShown && setSlots(found.slots.map(({ startsAt }) => startsAt)))
      .catch(() => isShown && setFailed(true));
    return () => {
      isShown = false;
    };
  }, [expertId, minutes, attempt]);

  function retry() {
    setFailed(false);
    setAttempt(attempt + 1);
  }
  return { slots, setSlots, hasFailed, retry };
}
