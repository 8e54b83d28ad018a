import type { Activity } from "../activity/service.ts";
import type { Appointments } from "../appointments/service.ts";
import type { Catalogue } from "../catalogue/service.ts";
import type { Images } from "../images/service.ts";
import type { Notifications } from "../notifications/service.ts";
import type { OrderRecords } from "../orders/core/read.ts";
import type { Transaction } from "../platform/database/database.ts";
import type { Platform } from "../platform/platform.ts";
import type { SettingsService } from "../settings/service.ts";

export interface ReviewDeps extends Pick<Platform, "db" | "clock" | "log" | "limiter" | "keyedHash" | "publicUrl"> {
  activity: Activity;
  appointments: Appointments;
  catalogue: Catalogue;
  images: Images;
  notifications: Notifications;
  records: OrderRecords;
  settings: SettingsService;
  /** Locks the account until the transaction ends. */
  findBuyer(tx: Transaction, userId: string): Promise<{ name: string }>;
}
