import type { Activity } from "../activity/service.ts";
import type { Notifications } from "../notifications/service.ts";
import type { OrderCore } from "../orders/core/change.ts";
import type { OrderRecords } from "../orders/core/read.ts";
import type { CurrentProvider } from "../payments/provider/provider.ts";
import type { Platform } from "../platform/platform.ts";
import type { SettingsService } from "../settings/service.ts";
import type { RefundMails } from "./mail-queue.ts";

export interface RefundDeps extends Pick<Platform, "db" | "clock" | "log" | "jobs" | "publicUrl"> {
  orders: OrderRecords;
  provider: CurrentProvider;
  notifications: Notifications;
  activity: Activity;
  settings: SettingsService;
  core: OrderCore;
  mails: RefundMails;
}
