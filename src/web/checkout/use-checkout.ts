import { useEffect } from "react";
import type { Order, OrderForm } from "../../contracts/orders/order.ts";
import { PAYMENT_METHOD } from "../../contracts/payments/payment-rules.ts";
import { browserZone } from "../appointments/times.tsx";
import { timeOf } from "../cart/chosen-time.ts";
import { choosePrice } from "../cart/price-choices.ts";
import type { CartTotals, TotalsState } from "../cart/use-totals.ts";
import { browserApi } from "../lib/browser-api.ts";
import { type CartLine, clearCart, totalOf } from "../lib/cart.ts";
import { toast } from "../lib/toast.ts";
import { useForm } from "../lib/use-form.ts";
import {
  isCartOutdated,
  isCouponRefused,
  isHoldExpiredError,
  needsNewOrder,
  reportPaymentError,
  usePayment,
} from "../orders/payment/use-payment.ts";
import { type CheckoutValues, endDraft } from "./draft.ts";

/** Fields that the form does not have are undefined: the PIN code without pieces, the State in a shop without GST. */
const shippingIn = (values: CheckoutValues) => ({
  name: values["shipping.name"],
  email: values["shipping.email"],
  phone: values["shipping.phone"],
  address: values["shipping.address"],
  pin: values["shipping.pin"],
  state: values["shipping.state"],
  gstin: values["shipping.gstin"],
});

function toOrderForm(
  values: CheckoutValues,
  cart: readonly CartLine[],
  { total, coupon }: Pick<CartTotals, "total" | "coupon">,
): OrderForm {
  return {
    items: cart.map((line) => {
      const { itemId, itemType, qty } = line;
      const startsAt = timeOf(line);
      return { itemId, itemType, qty, ...(startsAt && { startsAt, zone: browserZone() }) };
    }),
    totalAmount: total,
    ...(coupon && !coupon.problem && { coupon: coupon.code }),
    paymentMethod: PAYMENT_METHOD,
    shipping: shippingIn(values),
    note: values.note,
  };
}

/** In the background: an address that cannot be saved keeps nobody from paying. */
function saveAddress(values: CheckoutValues) {
  const body = shippingIn(values);
  if (!values.saveAddress || !body.address.trim() || !body.pin.trim()) return;
  browserApi.call("POST /api/users/addresses", { body }).catch(() => {});
}

function onPaid(isStoredCart: boolean) {
  clearIdempotencyKeys();
  endDraft();
  if (!isStoredCart) return;
  clearCart();
  choosePrice({ coupon: "" });
}

function showMissingSize() {
  toast("Choose a size.", { tone: "bad" });
  const link = document.querySelector<HTMLElement>("[data-choose-size]");
  link?.scrollIntoView({ block: "center" });
  link?.focus({ preventScroll: true });
}

interface CheckoutOptions {
  /** Checks the cart again. */
  refresh: () => void;
  /** A line has no size. It is not in `cart`, and the order must not be placed without it. */
  lacksSize: boolean;
  /** The token of the agent's checkout that is paid, and not the stored cart. */
  agentCheckout: string | undefined;
}

/** The checkout form: places the order and opens the payment. */
export function useCheckout(
  cart: readonly CartLine[],
  { totals, choose }: TotalsState,
  { refresh, lacksSize, agentCheckout }: CheckoutOptions,
) {
  const { pay, closePopup, isHoldExpired } = usePayment();
  const isEmpty = cart.length === 0;

  // Bought in another tab: close this tab's popup.
  useEffect(() => {
    if (isEmpty) closePopup();
  }, [isEmpty, closePopup]);

  const form = useForm<CheckoutValues>({
    async send(values) {
      if (isEmpty) return toast("Your cart is empty!", { tone: "bad" });
      if (lacksSize) return showMissingSize();
      const wanted = toOrderForm(values, cart, totals ?? { total: totalOf(cart), coupon: null });
      const form = agentCheckout ? { ...wanted, agentCheckout } : wanted;
      const placeAndPay = async () => {
        const { order, isExisting } = await placeOnce(form);
        saveAddress(values);
        await pay(order, { isExisting, onPaid: () => onPaid(!agentCheckout) });
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
      if (isCouponRefused(error)) choose({ coupon: "" });
      return reportPaymentError(error);
    },
  });
  return { ...form, isHoldExpired };
}
export type Checkout = ReturnType<typeof useCheckout>;

/** Idempotency keys by form: a repeated submit of the same form creates one order. */
const keys = new Map<string, string>();

/** After a purchase, or when the order can no longer be paid, submitting the same form creates a new order. */
const clearIdempotencyKeys = () => keys.clear();

/**
 * The order to pay. The server reuses the open order of the same cart, from any tab or visit: the provider accepts
 * one payment per order, so nobody pays twice. If the order under this key has been cancelled, places a new one.
 */
async function placeOnce(form: OrderForm): Promise<{ order: Order; isExisting: boolean }> {
  const body = JSON.stringify(form);
  const isRepeat = keys.has(body);
  const key = keys.get(body) ?? [...crypto.getRandomValues(new Uint32Array(4))].join("-");
  keys.set(body, key);
  const headers = { "idempotency-key": key };
  const order = await browserApi.call("POST /api/orders", { headers, body: form });
  // A reused order may already be paid.
  if (order.status !== "cancelled") return { order, isExisting: isRepeat || order.reused === true };
  keys.delete(body);
  return placeOnce(form);
}
