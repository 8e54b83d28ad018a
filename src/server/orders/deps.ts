import type { Activity } from "../activity/service.ts";
import type { Appointments } from "../appointments/service.ts";
import type { Catalogue } from "../catalogue/service.ts";
import type { Coupons } from "../coupons/service.ts";
import type { Documents } from "../documents/service.ts";
import type { Notifications } from "../notifications/service.ts";
import type { Database, Transaction } from "../platform/database/database.ts";
import type { LoginUser } from "../platform/http/logins.ts";
import type { Platform } from "../platform/platform.ts";
import type { Refunds } from "../refunds/service.ts";
import type { SettingsService } from "../settings/service.ts";
import type { OrderCore } from "./core/change.ts";
import type { OrderRecords } from "./core/read.ts";
import type { OrderMails } from "./mail-queue.ts";

export interface Buyer {
  id: string;
  name: string;
  email: string;
}

export interface OrderDeps extends Pick<Platform, "db" | "clock" | "limiter" | "keyedHash" | "publicUrl"> {
  catalogue: Catalogue;
  coupons: Coupons;
  documents: Documents;
  notifications: Notifications;
  settings: SettingsService;
  activity: Activity;
  /** The account that places an order. Locks it until the transaction ends. */
  findBuyer(tx: Database | Transaction, userId: string, ordered?: { name: string; phone: string }): Promise<Buyer>;
  appointments: Appointments;
  refunds: Refunds;
  records: OrderRecords;
  core: OrderCore;
  mails: OrderMails;
}

export type OrderUser = Pick<LoginUser, "id" | "role">;
