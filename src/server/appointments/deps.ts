import type { Role } from "../../contracts/accounts/account-rules.ts";
import type { Activity } from "../activity/service.ts";
import type { Catalogue } from "../catalogue/service.ts";
import type { Notifications } from "../notifications/service.ts";
import type { OrderCore } from "../orders/core/change.ts";
import type { OrderRecords } from "../orders/core/read.ts";
import type { Transaction } from "../platform/database/database.ts";
import type { Platform } from "../platform/platform.ts";
import type { SecretBox } from "../platform/secrets.ts";
import type { Refunds } from "../refunds/service.ts";
import type { SettingsService } from "../settings/service.ts";
import type { JoinLinks } from "./join-links.ts";
import type { AppointmentMails } from "./mail-queue.ts";

/** What the follower of orders needs. It is created before the refunds. */
export interface FollowDeps extends Pick<Platform, "db" | "clock" | "changes"> {
  catalogue: Catalogue;
  settings: SettingsService;
  activity: Activity;
  orders: OrderRecords;
  mails: AppointmentMails;
}

export interface AppointmentDeps extends FollowDeps, Pick<Platform, "limiter" | "keyedHash" | "publicUrl"> {
  core: OrderCore;
  notifications: Notifications;
  refunds: Refunds;
  joinLinks: JoinLinks;
  /** Encrypts the intake forms. */
  intakeBox: SecretBox;
  findExpertOf(userId: string): Promise<string | null>;
  /** Locks the account: its access cannot end before the transaction does. */
  lockAccess(tx: Transaction, userId: string): Promise<{ role: Role; expertId: string | null } | undefined>;
  /** The account of an expert, for mails; undefined without one. */
  findExpertAccount(expertId: string): Promise<{ name: string; email: string } | undefined>;
  senderAddress(): Promise<string>;
}
