import type { IncomingHttpHeaders } from "node:http";
import type { PaymentMode } from "../../../contracts/payments/payment-rules.ts";
import type { DisputeStatus, RefundStatus } from "../../../contracts/refunds/refund-rules.ts";

/** The provider's order: one amount to collect, with any number of payment attempts until one succeeds. */
export interface ProviderOrder {
  id: string;
  amountPaise: number;
  currency: string;
  status: "created" | "attempted" | "paid";
  receipt: string | null;
}

/** One payment attempt. `failed` is not final: a bank may still authorise it days later. */
export interface ProviderPayment {
  id: string;
  orderId: string | null;
  amountPaise: number;
  currency: string;
  status: "created" | "authorized" | "captured" | "refunded" | "failed";
}

export interface NewProviderOrder {
  amountPaise: number;
  /** Our own reference, at most 40 characters. */
  receipt: string;
  notes: Record<string, string>;
}

/** A refund at the provider. `processed` may still become `failed`, when the payer's bank sends the money back. */
export interface ProviderRefund {
  id: string;
  paymentId: string;
  amountPaise: number;
  status: RefundStatus;
  /** Our own reference; null when it was made in the provider's dashboard. */
  receipt: string | null;
  /** The bank's reference. It may come after the refund was processed. */
  arn: string | null;
  /** ISO 8601, because webhook events are stored as JSON. */
  createdAt: string;
}

/** The receipt, of `[A-Za-z0-9_-]` only, is the idempotency key as well. */
export interface NewProviderRefund extends NewProviderOrder {
  paymentId: string;
}

/** A payment, refund or correction in a settlement: one transfer from the provider to the shop's bank account. */
export interface SettlementItem {
  id: string;
  type: string;
  amountPaise: number;
  /** Includes the tax. */
  feePaise: number;
  taxPaise: number;
  creditPaise: number;
  debitPaise: number;
  settlementId: string;
  /** The bank's reference. */
  utr: string;
  settledAt: string;
}

/** A payer asked the bank for the money back. */
export interface ProviderDispute {
  id: string;
  paymentId: string;
  amountPaise: number;
  status: DisputeStatus;
  phase: string;
  reasonCode: string;
  respondBy: string | null;
  createdAt: string;
  /** When the provider created the webhook event. Events may arrive out of order. */
  eventAt: string;
}

/** What the buyer's browser returns after a payment. Either may be missing after a failed one. */
export interface PaymentProof {
  paymentId?: string | undefined;
  signature?: string | undefined;
}

export interface WebhookRequest {
  /** The bytes as received: the signature covers them. */
  body: Buffer;
  headers: IncomingHttpHeaders;
}

export interface WebhookEvent {
  /** The same for every delivery of one event. */
  id: string;
  kind: string;
  /** Undefined for events that are not about a payment, or cannot be parsed. */
  payment: ProviderPayment | undefined;
  refund?: ProviderRefund | undefined;
  dispute?: ProviderDispute | undefined;
}

/** What the buyer's browser must load and be allowed to reach. */
export interface BrowserNeeds {
  checkoutScript: string;
  /** Additional Content-Security-Policy sources by directive. */
  contentSecurityPolicy: Record<string, string>;
  /** Origins whose frames may use the Payment Request API (Permissions-Policy). */
  paymentOrigins: string[];
}

/** What every provider is configured with. */
export interface ProviderSettings {
  keyId: string;
  keySecret: string;
  webhookSecret: string;
  apiUrl?: string | undefined;
  /** Timeout of one call including its retries. */
  timeoutMs?: number;
  /** Delay before the first retry. */
  pauseMs?: number;
  /** This shop's URL for a path. Undefined until the process listens. */
  selfUrl(path: string): string | undefined;
}

/** A payment provider. Its asynchronous calls reject with a `ProviderError` and nothing else. */
export interface PaymentProvider {
  /** Public: the browser passes it to the provider's script. */
  keyId: string;
  browser: BrowserNeeds;
  /**
   * The provider captures payments of this order by itself. Not idempotent: after `unavailable` or `unreadable` the order
   * may exist, so call `findOrderByReceipt` before trying again.
   */
  createOrder(order: NewProviderOrder): Promise<ProviderOrder>;
  findOrderByReceipt(receipt: string): Promise<ProviderOrder | undefined>;
  paymentsOf(orderId: string): Promise<ProviderPayment[]>;
  findPayment(id: string): Promise<ProviderPayment | undefined>;
  capture(paymentId: string, amountPaise: number): Promise<ProviderPayment>;
  /**
   * Idempotent by its receipt. After `unavailable` or `unreadable` the refund may exist: call again with the same
   * receipt. After `refused` or `not_found`, check with `refundsOf` before treating it as failed.
   */
  refund(refund: NewProviderRefund): Promise<ProviderRefund>;
  refundsOf(paymentId: string): Promise<ProviderRefund[]>;
  findRefund(id: string): Promise<ProviderRefund | undefined>;
  /** Refunds of all payments created after `since`, newest first, at most 100. */
  refundsSince(since: Date): Promise<ProviderRefund[]>;
  /** Everything that was settled in a month such as `2026-11`. */
  listSettlements(month: string): Promise<SettlementItem[]>;
  /** Verifies the proof a browser sent. `providerOrderId` must be the stored one, never the browser's. */
  isPaymentSigned(providerOrderId: string, paymentId: string, signature: string): boolean;
  /** Returns undefined when the signature is wrong. */
  readWebhook(request: WebhookRequest): WebhookEvent | undefined;
}

/** The provider whose keys the shop has now. */
export interface OpenProvider extends PaymentProvider {
  mode: PaymentMode;
  /** When the owner typed or removed keys. Orders from before may be unknown to this provider. */
  changedAt: Date | undefined;
  isLive: boolean;
}

export interface CurrentProvider {
  /** Ask for each use: another process may have saved other keys. */
  current(): Promise<OpenProvider>;
}

/**
 * - `unavailable`: down, slow or rate-limited; may pass.
 * - `refused`: the provider said no.
 * - `not_found`: unknown id.
 * - `unreadable`: the response could not be understood, so the effect of the call is unknown.
 */
export type ProviderErrorKind = "unavailable" | "refused" | "not_found" | "unreadable";

export class ProviderError extends Error {
  readonly kind: ProviderErrorKind;
  readonly status: number | undefined;
  /** How long the provider wants no other call. */
  readonly retryAfterMs: number;

  constructor(kind: ProviderErrorKind, description: string, status?: number, retryAfterMs = 0) {
    super(description);
    this.name = "ProviderError";
    this.kind = kind;
    this.status = status;
    this.retryAfterMs = retryAfterMs;
  }
}

export const isProviderError = (error: unknown): error is ProviderError => error instanceof ProviderError;
