import { FeedPanel } from "../appointments/hours/feed-panel.tsx";
import { HoursForm } from "../appointments/hours/hours-form.tsx";
import { LoadedPart } from "../appointments/loaded-part.tsx";
import { browserApi } from "../lib/browser-api.ts";
import { useLoad } from "../lib/use-load.ts";

export default function DeskHours({ expertId, isFeed }: { expertId: string; isFeed: boolean }) {
  return isFeed ? <FeedPanel expertId={expertId} /> : <OwnHours expertId={expertId} />;
}

function OwnHours({ expertId }: { expertId: string }) {
  const loaded = useLoad(
    () => browserApi.call("GET /api/experts/:id/schedule", { params: { id: expertId } }),
    expertId,
  );
  return (
    <LoadedPart
      {...loaded}
      problem="Your hours could not be loaded."
      loading={<div className="bone h-96" aria-busy="true" />}
    >
      {(schedule) => <HoursForm expertId={expertId} initial={schedule} />}
    </LoadedPart>
  );
}
