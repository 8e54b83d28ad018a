import "../../resource/resource.css";
import type { ScheduleState } from "../../../../contracts/appointments/schedule.ts";
import type { Expert } from "../../../../contracts/catalogue/expert.ts";
import { FeedPanel } from "../../../desk/feed-panel.tsx";
import { browserApi } from "../../../lib/browser-api.ts";
import { Icon } from "../../../ui/icon.tsx";
import { Link } from "../../../ui/link.tsx";
import { AdminPageHeader } from "../../layout/admin-page-header.tsx";
import { LoadFailed } from "../../layout/load-failed.tsx";
import { HoursForm } from "./hours-form.tsx";
import { OutsideHours } from "./outside-hours.tsx";

export interface HoursData {
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
      <Link to="/admin/experts" className="inline-flex min-h-11 items-center gap-2 font-semibold">
        <Icon name="arrow-left" size={20} />
        All experts
      </Link>
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
