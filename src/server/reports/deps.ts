import type { Dashboard } from "../../contracts/reports/dashboard.ts";
import type { Appointments } from "../appointments/service.ts";
import type { Backups } from "../backup/service.ts";
import type { Catalogue } from "../catalogue/service.ts";
import type { Documents } from "../documents/service.ts";
import type { Enquiries } from "../enquiries/service.ts";
import type { Orders } from "../orders/service.ts";
import type { Clock } from "../platform/clock.ts";
import type { Refunds } from "../refunds/service.ts";
import type { Reviews } from "../reviews/service.ts";

export interface ReportDeps {
  clock: Clock;
  catalogue: Catalogue;
  appointments: Appointments;
  documents: Documents;
  orders: Orders;
  refunds: Refunds;
  enquiries: Enquiries;
  reviews: Reviews;
  readPaymentMode(): Promise<Dashboard["payments"]>;
  readProxyWarning(): Promise<string | undefined>;
  backups: Pick<Backups, "state">;
}
