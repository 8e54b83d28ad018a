import { useEffect } from "react";
import type { OrderForm } from "../../contracts/order.ts";
import { PAYMENT_METHOD } from "../../contracts/order-states.ts";
import { type CartLine, clearCart, totalOf } from "../lib/cart.ts";
import { toast } from "../lib/toast.ts";
import { useForm } from "../lib/use-form.ts";
import type { ShippingValues } from "./draft.ts";
import { forgetWishes, placeOnce } from "./place-once.ts";
import { isCartNews, tellFailure } from "./tell-failure.ts";
import { usePayment } from "./use-payment.ts";

function wantedBy(values: ShippingValues, cart: readonly CartLine[]): OrderForm {
  return {
    items: cart.map(({ itemId, itemType, qty }) => ({ itemId, itemType, qty })),
    totalAmount: totalOf(cart),
    paymentMethod: PAYMENT_METHOD,
    shipping: {
      name: values["shipping.name"],
      email: values["shipping.email"],
      phone: values["shipping.phone"],
      address: values["shipping.address"],
    },
  };
}

function onPaid() {
  clearCart();
  forgetWishes();
}

/** Order, payment order, popup, paid: the way of a purchase. `refresh` asks the shop about the cart again. */
export function useCheckout(cart: readonly CartLine[], refresh: () => void) {
  const { pay, withdraw } = usePayment();
  const isEmpty = cart.length === 0;

  // Bought in another tab: what this tab's popup asks for is not wanted any more.
  useEffect(() => {
    if (isEmpty) withdraw();
  }, [isEmpty, withdraw]);

  return useForm<ShippingValues>({
    async send(values) {
      if (isEmpty) return toast("Your cart is empty!", { tone: "bad" });
      const { order, isKnown } = await placeOnce(wantedBy(values, cart));
      await pay(order, { isKnown, onPaid });
    },
    fail(_refusal, error) {
      if (isCartNews(error)) refresh();
      return tellFailure(error);
    },
  });
}
