/** The provider's promise to take one amount; it may see several tries until one of them is paid. */
export interface GatewayOrder {
  id: string;
  amountPaise: number;
  amountPaidPaise: number;
  currency: string;
  status: "created" | "attempted" | "paid";
  receipt: string | null;
}

/** One try to pay. `failed` is not the end: a bank may still authorise it days later. */
export interface GatewayPayment {
  id: string;
  orderId: string | null;
  amountPaise: number;
  currency: string;
  status: "created" | "authorized" | "captured" | "refunded" | "failed";
}

export interface NewGatewayOrder {
  amountPaise: number;
  /** Our own name for it, at most 40 characters. */
  receipt: string;
  notes: Record<string, string>;
}

/** Who takes the money. Every call may throw a `GatewayError` and nothing else. */
export interface Gateway {
  /** Public; the browser shows it to the provider. */
  keyId: string;
  /**
   * Payments for it are captured by the provider. The provider has no idempotency here: after an `unavailable` or
   * `unreadable` answer the order may exist, so ask `findOrderByReceipt` before trying again.
   */
  createOrder(order: NewGatewayOrder): Promise<GatewayOrder>;
  findOrder(id: string): Promise<GatewayOrder | undefined>;
  findOrderByReceipt(receipt: string): Promise<GatewayOrder | undefined>;
  paymentsOf(orderId: string): Promise<GatewayPayment[]>;
  findPayment(id: string): Promise<GatewayPayment | undefined>;
  /** Takes the money of an authorized payment; one that was captured already is answered as it is. */
  capture(paymentId: string, amountPaise: number): Promise<GatewayPayment>;
  /** Whether the provider itself vouches for this payment of this order: `providerOrderId` must be the one we stored. */
  isPaymentSigned(providerOrderId: string, paymentId: string, signature: string): boolean;
  isWebhookSigned(rawBody: Buffer, signature: string | undefined): boolean;
}

/**
 * `unavailable`: down, slow or busy, may heal by itself. `refused`: the provider said no. `not_found`: it knows no such thing.
 * `unreadable`: it answered something that cannot be understood, so what it did is not known.
 */
export type GatewayErrorKind = "unavailable" | "refused" | "not_found" | "unreadable";

export class GatewayError extends Error {
  readonly kind: GatewayErrorKind;
  /** The HTTP status, where there was an answer. */
  readonly status: number | undefined;

  constructor(kind: GatewayErrorKind, description: string, status?: number) {
    super(description);
    this.name = "GatewayError";
    this.kind = kind;
    this.status = status;
  }
}
