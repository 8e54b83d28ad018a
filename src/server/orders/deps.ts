import type { Activity } from "../activity/service.ts";
import type { Appointments } from "../appointments/service.ts";
import type { Catalogue } from "../catalogue/service.ts";
import type { Buyer, Checkout } from "../checkout/service.ts";
import type { Documents } from "../documents/service.ts";
import type { Notifications } from "../notifications/service.ts";
import type { Transaction } from "../platform/database/database.ts";
import type { Platform } from "../platform/platform.ts";
import type { Refunds } from "../refunds/service.ts";
import type { SettingsService } from "../settings/service.ts";
import type { OrderCore } from "./core/change.ts";
import type { OrderRecords } from "./core/read.ts";
import type { OrderMails } from "./mail-queue.ts";

export interface OrderDeps extends Pick<Platform, "db" | "clock" | "limiter" | "publicUrl"> {
  catalogue: Catalogue;
  checkout: Checkout;
  documents: Documents;
  notifications: Notifications;
  settings: SettingsService;
  activity: Activity;
  /** Locks the account until the transaction ends. */
  findBuyer(tx: Transaction, userId: string): Promise<Buyer>;
  appointments: Appointments;
  refunds: Refunds;
  records: OrderRecords;
  core: OrderCore;
  mails: OrderMails;
}
