import type { Appointments } from "../appointments/service.ts";
import type { Catalogue } from "../catalogue/service.ts";
import type { Coupons } from "../coupons/service.ts";
import type { OrderCore } from "../orders/core/change.ts";
import type { OrderRecords } from "../orders/core/read.ts";
import type { Database, Transaction } from "../platform/database/database.ts";
import type { Platform } from "../platform/platform.ts";
import type { SettingsService } from "../settings/service.ts";

export interface Buyer {
  id: string;
  name: string;
  email: string;
}

export interface CheckoutDeps extends Pick<Platform, "db" | "clock" | "limiter" | "keyedHash"> {
  catalogue: Catalogue;
  coupons: Coupons;
  settings: SettingsService;
  /** The account that places an order. Locks it until the transaction ends. */
  findBuyer(tx: Database | Transaction, userId: string, ordered?: { name: string; phone: string }): Promise<Buyer>;
  appointments: Appointments;
  records: OrderRecords;
  core: OrderCore;
}
