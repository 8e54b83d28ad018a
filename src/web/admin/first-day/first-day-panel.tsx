import type { FirstDay } from "../../../contracts/settings/settings-calls.ts";
import { browserApi } from "../../lib/browser-api.ts";
import { Panel } from "../dashboard/panel.tsx";
import { Checklist } from "./checklist.tsx";

/** Undefined when loading failed. */
export const loadFirstDay = () => browserApi.call("GET /api/first-day", {}).catch(() => undefined);

/** For the dashboard: what is left to do before the shop can sell. Hidden once all is done. */
export function FirstDayPanel({ firstDay }: { firstDay: FirstDay | undefined }) {
  const open = firstDay?.items.filter(({ done }) => !done) ?? [];
  if (!firstDay || open.length === 0) return null;
  const all = firstDay.items.length;
  return (
    <Panel title={`First day (${all - open.length} of ${all} done)`} className="mb-4">
      <Checklist items={open} className="sm:columns-2 sm:gap-8" />
    </Panel>
  );
}
