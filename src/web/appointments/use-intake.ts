import { useEffect, useState } from "react";
import type { Intake } from "../../contracts/intake.ts";
import { browserApi } from "../lib/browser-api.ts";

export const UNREADABLE = "These details can no longer be read.";

/** What was told about a session; `undefined` while it loads, or until it is wanted. */
export function useIntake(id: string, isWanted = true) {
  const [intake, setIntake] = useState<Intake>();
  const [hasFailed, setFailed] = useState(false);
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt loads again.
  useEffect(() => {
    if (!isWanted) return;
    let isShown = true;
    browserApi
      .call("GET /api/appointments/:id/intake", { params: { id } })
      .then((found) => isShown && setIntake(found))
      .catch(() => isShown && setFailed(true));
    return () => {
      isShown = false;
    };
  }, [id, isWanted, attempt]);

  function retry() {
    setFailed(false);
    setAttempt(attempt + 1);
  }
  return { intake, setIntake, hasFailed, retry };
}
