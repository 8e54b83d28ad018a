import type { Checkout } from "../checkout/service.ts";
import type { OrderRecords } from "../orders/core/read.ts";
import type { Platform } from "../platform/platform.ts";
import type { CurrentProvider, ProviderDispute, ProviderRefund } from "./provider/provider.ts";

export interface PaymentDeps extends Pick<Platform, "db" | "clock" | "log" | "jobs"> {
  checkout: Checkout;
  records: OrderRecords;
  provider: CurrentProvider;
  /** Handlers of webhook events about refunds and disputes. Failed calls are retried, so both must be idempotent. */
  refundEvents: {
    onRefund(refund: ProviderRefund): Promise<void>;
    onDispute(dispute: ProviderDispute): Promise<void>;
  };
  /** Whether to rate-limit provider requests that a browser's claim of payment causes. */
  limitClaims: boolean;
  /** The payments that this process is settling, by id. */
  settlementsInFlight: Map<string, Promise<void>>;
}
