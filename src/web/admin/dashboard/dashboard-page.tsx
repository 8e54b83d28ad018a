import { browserApi } from "../../lib/browser-api.ts";
import { requireOwner } from "../../lib/guard.ts";
import { Panel } from "../../ui/panel.tsx";
import { FirstDayPanel, loadFirstDay } from "../first-day/checklist.tsx";
import { AdminPageHeader, LoadFailed } from "../layout/admin-page.tsx";
import type { Route } from "./+types/dashboard-page";
import { BackupAlarm, BackupPanel } from "./backups.tsx";
import { Alarms, LowStock, OrdersToShip, TodayPanel, TopSearches, UnfoundSearches } from "./panels.tsx";
import { Sales } from "./sales.tsx";
import { LinkTiles, WorkList } from "./work-list.tsx";

/** `dashboard` is undefined when loading failed; the links to the other screens still show. */
export async function clientLoader({ url }: Route.ClientLoaderArgs) {
  requireOwner(url);
  const firstDay = loadFirstDay();
  const dashboard = await browserApi.call("GET /api/dashboard", {}).catch(() => undefined);
  return { dashboard, firstDay: await firstDay };
}
clientLoader.hydrate = true as const;

export default function DashboardPage({ loaderData: { dashboard, firstDay } }: Route.ComponentProps) {
  return (
    <>
      <AdminPageHeader title="Dashboard" />
      {!dashboard && (
        <div className="mb-5">
          <LoadFailed>Failed to load the dashboard</LoadFailed>
        </div>
      )}
      {dashboard && (
        <>
          {dashboard.warning && (
            <Panel title="Settings of the server" isAlarm className="mb-4">
              <p>{dashboard.warning}</p>
            </Panel>
          )}
          <BackupAlarm backups={dashboard.backups} />
          <WorkList dashboard={dashboard} />
          <Alarms {...dashboard} />
          <TodayPanel {...dashboard.sessions} />
        </>
      )}
      <FirstDayPanel firstDay={firstDay} />
      <LinkTiles counts={dashboard?.counts} />
      {dashboard && (
        <div className="mt-4 grid items-start gap-4 lg:grid-cols-3">
          <Sales sales={dashboard.sales} />
          <OrdersToShip {...dashboard.waiting} />
          <LowStock {...dashboard.lowStock} />
          <TopSearches searches={dashboard.topSearches} />
          <UnfoundSearches searches={dashboard.unfoundSearches} />
          <BackupPanel backups={dashboard.backups} />
        </div>
      )}
    </>
  );
}
