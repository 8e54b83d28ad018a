import type { SQL } from "drizzle-orm";
import type { Activity } from "../activity/service.ts";
import type { Catalogue } from "../catalogue/service.ts";
import type { Notifications } from "../notifications/service.ts";
import type { Clock } from "../platform/clock.ts";
import type { Database } from "../platform/database/database.ts";
import type { Changes } from "../platform/events/change-events.ts";

export interface Buyer {
  id: string;
  name: string;
  email: string;
}

export interface OrderDeps {
  db: Database;
  clock: Clock;
  catalogue: Catalogue;
  notifications: Notifications;
  activity: Activity;
  changes: Changes;
  /** The account an order is placed from. */
  buyerOf(userId: string): Promise<Buyer>;
  /** What else is written down with a payment that settles an order, as a step of the same statement. */
  settledStep(orderId: SQL, at: SQL): SQL;
  /** The shop's own address, for links in mails. */
  publicUrl: string;
}
