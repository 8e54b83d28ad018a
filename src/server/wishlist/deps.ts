import type { Catalogue } from "../catalogue/service.ts";
import type { Notifications } from "../notifications/service.ts";
import type { Transaction } from "../platform/database/database.ts";
import type { Platform } from "../platform/platform.ts";

export interface WishlistDeps extends Pick<Platform, "db" | "clock" | "limiter" | "publicUrl"> {
  notifications: Notifications;
  catalogue: Catalogue;
  /** Locks the account until the transaction ends. */
  lockAccount(tx: Transaction, userId: string): Promise<{ email: string; isConfirmed: boolean }>;
}
