import type { Order, PaymentOrder } from "../../../contracts/orders/order.ts";

export interface PaymentProof {
  paymentId: string;
  signature: string;
}

export type PaymentOutcome = "paid" | "closed";

export interface PaymentPopup {
  order: Order;
  payment: PaymentOrder;
  /** The shop's name, shown in the popup. */
  brand: string;
  script: string;
  signal: AbortSignal;
  /** Called after a payment, even if the popup was closed just before. */
  record(proof: PaymentProof): Promise<void>;
}

/** The script was blocked or did not load. Nothing was paid, and a retry may work. */
export class PopupUnavailable extends Error {
  constructor() {
    super(
      "The payment window could not be opened. Please check your connection, or use another browser, and try again.",
    );
  }
}
