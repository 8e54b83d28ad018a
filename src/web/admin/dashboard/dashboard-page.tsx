import { requireOwner } from "../../account/guard.ts";
import { browserApi } from "../../lib/browser-api.ts";
import { AdminPageHeader } from "../layout/admin-page-header.tsx";
import { LoadFailed } from "../layout/load-failed.tsx";
import type { Route } from "./+types/dashboard-page";
import { Sales } from "./sales.tsx";
import { Tiles } from "./tiles.tsx";
import { LowStock, OrdersToShip, PaymentsToCheck, ShortOrders } from "./to-do.tsx";

/** What cannot be loaded is left out: the ways to the other screens are there all the same. */
export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  requireOwner(request);
  return { dashboard: await browserApi.call("GET /api/dashboard", {}).catch(() => undefined) };
}
clientLoader.hydrate = true as const;

export default function DashboardPage({ loaderData: { dashboard } }: Route.ComponentProps) {
  return (
    <>
      <AdminPageHeader title="Dashboard" />
      {!dashboard && (
        <div className="mb-5">
          <LoadFailed>Failed to load the dashboard</LoadFailed>
        </div>
      )}
      {dashboard && (
        <div className="mb-4 grid gap-4 empty:hidden lg:grid-cols-2">
          <PaymentsToCheck {...dashboard.paymentsToCheck} />
          <ShortOrders {...dashboard.stockShort} />
        </div>
      )}
      <Tiles counts={dashboard?.counts} />
      {dashboard && (
        <div className="mt-4 grid items-start gap-4 lg:grid-cols-3">
          <Sales sales={dashboard.sales} />
          <OrdersToShip {...dashboard.waiting} />
          <LowStock {...dashboard.lowStock} />
        </div>
      )}
    </>
  );
}
