import type { QuotedLine } from "../../contracts/orders/quote.ts";

export interface LineCheck {
  available: number | null;
  problem: Exclude<QuotedLine["problem"], "short">;
  priceWas?: number;
  qtyWas?: number;
  /** Only for an appointment whose time can be chosen online. */
  appointment?: NonNullable<QuotedLine["session"]>;
  /** Whom an appointment is with, and who calls whom. */
  expert?: NonNullable<QuotedLine["expert"]>;
  /** The chosen time, when it can no longer be booked. */
  timeWas?: string;
}
export type LineChecks = Record<string, LineCheck>;
