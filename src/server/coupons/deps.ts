import type { Activity } from "../activity/service.ts";
import type { Platform } from "../platform/platform.ts";
import type { SettingsService } from "../settings/service.ts";

export interface CouponDeps extends Pick<Platform, "db" | "clock" | "limiter"> {
  settings: SettingsService;
  activity: Activity;
}
