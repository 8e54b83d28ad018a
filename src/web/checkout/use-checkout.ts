import { useEffect } from "react";
import type { OrderForm } from "../../contracts/orders/order.ts";
import { PAYMENT_METHOD } from "../../contracts/payments/payment-rules.ts";
import { callerZone } from "../appointments/times.ts";
import { timeOf } from "../cart/chosen-time.ts";
import { choosePrice } from "../cart/price-choices.ts";
import type { CartTotals } from "../cart/use-totals.ts";
import { type CartLine, clearCart, totalOf } from "../lib/cart.ts";
import { toast } from "../lib/toast.ts";
import { useForm } from "../lib/use-form.ts";
import { endDraft, type ShippingValues } from "./draft.ts";
import {
  isCartOutdated,
  isCouponRefused,
  isHoldExpiredError,
  needsNewOrder,
  reportPaymentError,
} from "./payment-errors.ts";
import { clearIdempotencyKeys, placeOnce } from "./place-once.ts";
import { usePayment } from "./use-payment.ts";

function toOrderForm(
  values: ShippingValues,
  cart: readonly CartLine[],
  { total, coupon }: Pick<CartTotals, "total" | "coupon">,
): OrderForm {
  return {
    items: cart.map((line) => {
      const { itemId, itemType, qty } = line;
      const startsAt = timeOf(line);
      return { itemId, itemType, qty, ...(startsAt && { startsAt, zone: callerZone() }) };
    }),
    totalAmount: total,
    ...(coupon && !coupon.problem && { coupon: coupon.code }),
    paymentMethod: PAYMENT_METHOD,
    shipping: {
      name: values["shipping.name"],
      email: values["shipping.email"],
      phone: values["shipping.phone"],
      address: values["shipping.address"],
      // Undefined without pieces: the form then has no PIN field.
      pin: values["shipping.pin"],
    },
    note: values.note,
  };
}

function onPaid() {
  clearCart();
  clearIdempotencyKeys();
  endDraft();
  choosePrice({ coupon: "" });
}

/** The checkout form: places the order and opens the payment. `refresh` checks the cart again. */
export function useCheckout(cart: readonly CartLine[], totals: CartTotals | undefined, refresh: () => void) {
  const { pay, closePopup, isHoldExpired } = usePayment();
  const isEmpty = cart.length === 0;

  // Bought in another tab: close this tab's popup.
  useEffect(() => {
    if (isEmpty) closePopup();
  }, [isEmpty, closePopup]);

  const form = useForm<ShippingValues>({
    async send(values) {
      if (isEmpty) return toast("Your cart is empty!", { tone: "bad" });
      const form = toOrderForm(values, cart, totals ?? { total: totalOf(cart), coupon: null });
      const placeAndPay = async () => {
        const { order, isExisting } = await placeOnce(form);
        await pay(order, { isExisting, onPaid });
      };
      await placeAndPay().catch((error: unknown) => {
        if (needsNewOrder(error)) clearIdempotencyKeys();
        // The hold of the existing order has expired: place a new order.
        if (isHoldExpiredError(error)) return placeAndPay();
        throw error;
      });
    },
    fail(_refusal, error) {
      if (isCartOutdated(error)) refresh();
      // Remove the coupon: the buyer can pay without it, or try another one.
      if (isCouponRefused(error)) choosePrice({ coupon: "" });
      return reportPaymentError(error);
    },
  });
  return { ...form, isHoldExpired };
}
export type Checkout = ReturnType<typeof useCheckout>;
