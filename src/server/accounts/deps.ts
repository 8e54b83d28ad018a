import type { Activity } from "../activity/service.ts";
import type { Notifications } from "../notifications/service.ts";
import type { Transaction } from "../platform/database/database.ts";
import type { Platform } from "../platform/platform.ts";
import type { SecretBox } from "../platform/secrets.ts";

export interface AccountDeps extends Pick<Platform, "db" | "clock" | "limiter" | "keyedHash" | "publicUrl"> {
  notifications: Notifications;
  activity: Activity;
  secretBox: SecretBox;
  shopName(): Promise<string>;
  /** The names of those experts that are in the catalogue, drafts included. */
  findExpertNames(ids: string[]): Promise<Map<string, string>>;
  endFeedsOf(tx: Transaction, account: { id: string; expertId: string | null }): Promise<void>;
}
