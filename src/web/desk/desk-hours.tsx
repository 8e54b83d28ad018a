import { useEffect, useState } from "react";
import type { ScheduleState } from "../../contracts/appointments/schedule.ts";
import { HoursForm } from "../appointments/hours/hours-form.tsx";
import { browserApi } from "../lib/browser-api.ts";
import { LoadProblem } from "../ui/load-problem.tsx";
import { FeedPanel } from "./feed-panel.tsx";

interface DeskHoursProps {
  expertId: string;
  isFeed: boolean;
}

/** The expert's own hours, or the link for calendar programs. */
export default function DeskHours({ expertId, isFeed }: DeskHoursProps) {
  return isFeed ? <FeedPanel expertId={expertId} /> : <OwnHours expertId={expertId} />;
}

function OwnHours({ expertId }: { expertId: string }) {
  const [schedule, setSchedule] = useState<ScheduleState>();
  const [tries, setTries] = useState(0);
  const [hasFailed, setFailed] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another try loads again.
  useEffect(() => {
    setFailed(false);
    browserApi
      .call("GET /api/experts/:id/schedule", { params: { id: expertId } })
      .then(setSchedule)
      .catch(() => setFailed(true));
  }, [expertId, tries]);
  if (hasFailed)
    return (
      <LoadProblem onRetry={() => setTries(tries + 1)} isTrying={false}>
        Your hours could not be loaded.
      </LoadProblem>
    );
  return schedule ? (
    <HoursForm expertId={expertId} initial={schedule} />
  ) : (
    <div className="bone h-96" aria-busy="true" />
  );
}
