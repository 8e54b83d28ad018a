import type { PaymentMode } from "../../contracts/payments/payment-rules.ts";
import type { Platform } from "../platform/platform.ts";

/** Both calls throw if the provider does not respond. */
export interface PaymentProvider {
  paymentsOf(providerOrderId: string): Promise<{ id: string; status: string }[]>;
  findPayment(id: string): Promise<{ status: string; amountPaise: number } | undefined>;
}

interface PictureStore {
  /** Missing where listing all files is not supported; then `has` is called for each file. */
  list?(): Promise<string[]>;
  has(name: string): Promise<boolean>;
  /** The names of all files that records show: the same that a backup contains. */
  known(): Promise<string[]>;
}

/** The settings that are checked, named as in the shop's configuration. */
export interface ShopSettings {
  dataDir: string;
  intakeKeyFile: string;
  payments: PaymentMode;
  publicUrl: string;
  host: string;
  trustProxy: number;
  hasMailServer: boolean;
  rateLimit: boolean;
  owner: { password?: string | undefined };
}

/** The nightly backups. */
interface Backups {
  isOn: boolean;
  last: { at: string } | null;
  failing: { since: string; problem: string } | null;
  isLate: boolean;
}

export interface DoctorDeps extends Pick<Platform, "db" | "clock"> {
  settings: ShopSettings;
  /** Stored keys and passwords that cannot be read have a problem. */
  sealed: Record<"payments" | "mail", { problem?: string | undefined }>;
  migrationsFolder: string;
  pictures: PictureStore;
  provider: PaymentProvider;
  readBackups(): Promise<Backups>;
  passwordMatches(password: string, stored: string): Promise<boolean>;
  /** Work younger than this counts as in progress and is not reported. */
  graceMs: number;
}

export interface CheckContext extends DoctorDeps {
  /** A stopped shop has unfinished work, which is not a problem. */
  isShopRunning: boolean;
}

/** `problem`: the owner has to act. `note`: for information only. */
export interface Finding {
  level: "problem" | "note";
  message: string;
}

/** Yields what it finds. Read-only. */
export type Check = (context: CheckContext) => AsyncGenerator<Finding>;

export const problem = (message: string): Finding => ({ level: "problem", message });
export const note = (message: string): Finding => ({ level: "note", message });

const MAX_LISTED = 5;

export function problemWith(ids: string[], message: (list: string) => string): Finding[] {
  if (ids.length === 0) return [];
  const first = ids.slice(0, MAX_LISTED).join(", ");
  const rest = ids.length - MAX_LISTED;
  return [problem(message(rest > 0 ? `${first} and ${rest} more` : first))];
}

export const toIds = (rows: { id: string }[]) => rows.map(({ id }) => id);

export const ago = ({ clock }: CheckContext, ms: number) => new Date(clock.now().getTime() - ms);
