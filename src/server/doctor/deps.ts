import type { Clock } from "../platform/clock.ts";
import type { Database } from "../platform/database/database.ts";
import type { Finding } from "./finding.ts";

/** What the doctor asks of the payment provider. Either call may throw where the provider does not answer. */
export interface Provider {
  paymentsOf(providerOrderId: string): Promise<{ id: string; status: string }[]>;
  findPayment(id: string): Promise<{ status: string; amountPaise: number } | undefined>;
}

/** The stored pictures. A store that cannot tell all its names is asked for each. */
export interface StoredPictures {
  names?(): Promise<string[]>;
  has(name: string): Promise<boolean>;
}

/** What the environment says that a check has an opinion about. */
export interface ShopSettings {
  payments: "razorpay" | "sandbox";
  publicUrl: string;
  host: string;
  trustProxy: number;
  sendsMail: boolean;
  limitsRates: boolean;
  /** Also known to whoever can read the settings. */
  ownerPassword: string | undefined;
}

export interface DoctorDeps {
  db: Database;
  clock: Clock;
  settings: ShopSettings;
  dataDir: string;
  migrationsFolder: string;
  pictures: StoredPictures;
  provider: Provider;
  passwordMatches(password: string, stored: string): Promise<boolean>;
  /** How long something may be under way before it is odd. */
  patienceMs: number;
}

/** What a check gets to see: a shop that does not run has left work undone, and nothing is wrong with that. */
export interface CheckContext extends DoctorDeps {
  isShopRunning: boolean;
}

export interface Check {
  title: string;
  /** Whether it can be made on a database whose tables are not up to date, or which does not answer. */
  needsTables: boolean;
  examine(context: CheckContext): Promise<Finding[]>;
}
