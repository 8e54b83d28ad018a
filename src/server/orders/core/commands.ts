import type { Actor } from "../../../contracts/activity/activity-rules.ts";
import type { OrderStatus } from "../../../contracts/orders/order-rules.ts";
import type { WantedPieces } from "../../../contracts/orders/shipment.ts";
import type { PaymentMethod, RecordedMethod } from "../../../contracts/payments/payment-rules.ts";
import type { CouponUse } from "./coupon-cart.ts";
import type { DisputeRow } from "./dispute-table.ts";
import type { FullOrder, OrderRow, OrderShipment } from "./order.ts";
import type { RefundLineRow, RefundRow } from "./refund-table.ts";

export interface By {
  actor: Actor;
  userId?: string;
}

export interface ChosenTime {
  startsAt?: string | undefined;
  zone?: string | undefined;
}

export interface ReceivedMoney {
  paymentId: string;
  method: PaymentMethod;
  amountPaise: number;
  currency: string;
  /** Of money that the owner records. */
  reference?: string;
}

/** An order that is paid after its hold, when its coupon can no longer be used, costs its full price. */
export interface LateCoupon {
  reason: string;
  price: Pick<OrderRow, "totalPaise" | "deliveryPaise" | "discountPaise" | "couponCode">;
}

/** What the activity log shows of a change of the owner. */
export interface Log {
  before?: object;
  after?: object;
  secrets?: string[];
}

type ParcelDetails = Pick<OrderShipment, "courier" | "trackingNumber" | "trackingUrl">;
type NewParcel = ParcelDetails & Pick<OrderShipment, "id" | "createdBy" | "requestKey" | "requestHash">;
type LineQty = { lineIndex: number; qty: number };
/** The refunded quantity of each line, with all earlier refunds; "all": everything that was paid went back. */
type Covers = readonly LineQty[] | "all";
type ReturnedHow = { method: RecordedMethod; reference: string };

/** Everything that can happen to an order. `decide` says what it changes. */
export type Command =
  /** Its rows are inserted before. `times`: the chosen times of its lines. */
  | { type: "place"; times: readonly ChosenTime[]; coupon: CouponUse | undefined }
  /** Nothing is left to pay. */
  | { type: "acceptFree" }
  | { type: "reuse"; details: Partial<OrderRow> }
  | { type: "endHold" }
  | { type: "renewHold"; heldBy: string | null; coupon: CouponUse | undefined }
  | { type: "receiveMoney"; money: ReceivedMoney; late?: LateCoupon | undefined }
  | { type: "dealWithPayment"; paymentId: string; note: string }
  | {
      type: "addRefund";
      refund: RefundRow;
      lines: RefundLineRow[];
      covers?: Covers;
      restock?: readonly LineQty[];
      entries: readonly Entry[];
      log?: Log;
    }
  /** Money that the owner has returned without the provider, of payments that the provider has nothing of. */
  | {
      type: "recordRefund";
      /** An id for each payment that it may be taken from. The first is that of the refund. */
      ids: readonly string[];
      refund: Pick<RefundRow, "amountPaise" | "reason" | "key" | "requestHash"> & ReturnedHow;
      lines: readonly Omit<RefundLineRow, "refundId" | "orderId">[];
      covers?: Covers;
      restock?: readonly LineQty[];
    }
  | { type: "changeRefund"; id: string; set: Partial<RefundRow>; entries: readonly Entry[]; log?: Log }
  | { type: "applyDispute"; dispute: DisputeRow; entries: readonly Entry[] }
  | { type: "send"; parcel: NewParcel; lines: WantedPieces[] | undefined }
  | { type: "correctParcel"; parcelId: string; details: ParcelDetails }
  | { type: "deliver"; parcelId: string }
  /** It came back undelivered. */
  | { type: "return"; parcelId: string }
  /** It was recorded by mistake. */
  | { type: "takeBack"; parcelId: string }
  | { type: "setStatus"; status: OrderStatus; from?: OrderStatus | undefined }
  /** The shop's phone number, for a refusal. */
  | { type: "cancel"; phone?: string }
  | { type: "changeDetails"; set: Partial<OrderRow>; text: string; log: Log }
  | { type: "changeNote"; note: string; noteWas: string | undefined }
  | { type: "delete" }
  | { type: "erase" }
  /** Something that another domain wants in the order's log. */
  | { type: "note"; entries: readonly Entry[] };

/** A sentence of the order's log, without personal data. */
export interface Entry {
  kind: "address" | "note" | "shipment" | "refund" | "payment" | "dispute" | "coupon" | "session";
  text: string;
  /** Whether the buyer may read it. */
  isPublic: boolean;
}

export interface Decision {
  /** The order as it is to be. Its rows that differ are written. */
  after: FullOrder;
  entries: readonly Entry[];
  log?: Log | undefined;
}
