import type { ScheduleState } from "../../../contracts/appointments/schedule.ts";
import type { Expert } from "../../../contracts/catalogue/expert.ts";
import { FeedPanel } from "../../appointments/hours/feed-panel.tsx";
import { HoursForm } from "../../appointments/hours/hours-form.tsx";
import { browserApi } from "../../lib/browser-api.ts";
import { indianToday } from "../../lib/dates.ts";
import { useLoad } from "../../lib/use-load.ts";
import { BackLink } from "../../ui/back-link.tsx";
import { Link } from "../../ui/link.tsx";
import { appointmentsUrl } from "../appointments/appointments-view.ts";
import { AdminPageHeader, LoadFailed } from "../layout/admin-page.tsx";

interface HoursData {
  expert: Expert;
  schedule: ScheduleState;
}

export async function loadHours(id: string): Promise<HoursData | undefined> {
  const params = { id };
  try {
    const [expert, schedule] = await Promise.all([
      browserApi.call("GET /api/experts/:id", { params }),
      browserApi.call("GET /api/experts/:id/schedule", { params }),
    ]);
    return { expert, schedule };
  } catch {
    return undefined;
  }
}

/** The hours of one expert. `hours` is undefined when loading failed. */
export function HoursScreen({ hours }: { hours: HoursData | undefined }) {
  return (
    <>
      <BackLink to="/admin/experts">All experts</BackLink>
      <AdminPageHeader title={hours ? `Hours of ${hours.expert.name}` : "Hours"} />
      {hours ? (
        <div key={hours.expert._id} className="grid gap-4">
          <HoursForm
            expertId={hours.expert._id}
            initial={hours.schedule}
            renderNotice={(version) => <OutsideHours expertId={hours.expert._id} version={version} />}
          />
          <FeedPanel expertId={hours.expert._id} />
        </div>
      ) : (
        <LoadFailed>Failed to load hours</LoadFailed>
      )}
    </>
  );
}

/** The number of booked sessions outside the saved hours. They stay booked until the owner moves or keeps them. */
function OutsideHours({ expertId, version }: { expertId: string; version: number }) {
  const load = () => browserApi.call("GET /api/appointments", { query: { view: "attention", expertId, limit: 100 } });
  // A failure is ignored: the hours are saved, and the dashboard counts these sessions too.
  const { data: sessions = [] } = useLoad(load, `${expertId} ${version}`);
  const count = sessions.filter(({ isOutsideHours }) => isOutsideHours).length;
  const list = appointmentsUrl({ look: "week", day: indianToday(), expert: expertId, isAttention: true });
  return (
    <div role="status">
      {count > 0 && (
        <p className="rounded-control bg-rose-wash px-4 py-3">
          {count === 1 ? "1 booked session is" : `${count} booked sessions are`} outside these hours.{" "}
          <Link to={list} className="font-semibold underline underline-offset-4">
            Keep or move {count === 1 ? "it" : "them"}
          </Link>
        </p>
      )}
    </div>
  );
}
