import type { ItemType } from "../../../contracts/orders/cart-rules.ts";
import type { ItemParts } from "../../../contracts/orders/item-rules.ts";
import type { Database, Transaction } from "../../platform/database/database.ts";

/** A line of a cart, as a coupon sees it. */
export interface CouponLine extends Pick<ItemParts, "productId" | "courseId"> {
  itemType: ItemType;
  /** A product's category. */
  category: string | undefined;
  totalPaise: number;
}

export interface CouponCart {
  /** As typed by the buyer. */
  code: string;
  /** A product's `category` is its name. */
  lines: readonly CouponLine[];
  /** The delivery charge without the coupon. */
  deliveryPaise: number;
  /** Undefined for a visitor. */
  customer: { id: string; hasOrdered(executor: Database | Transaction): Promise<boolean> } | undefined;
}

/** What a coupon takes off a cart. */
export interface Evaluated {
  problem?: never;
  discountPaise: number;
  /** Splits a discount over the lines. A lower amount than `discountPaise` may be passed. */
  split(paise: number): number[];
  isDeliveryFree: boolean;
  note?: string;
}

/** The cart of an order that is placed or renewed. `agree` throws if the total differs. */
export interface CouponUse {
  cart: CouponCart;
  agree(evaluated: Evaluated): void;
}
