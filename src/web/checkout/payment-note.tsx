import type { ItemType } from "../../contracts/orders/cart-rules.ts";
import { PROVIDER_LABEL } from "../../contracts/payments/payment-rules.ts";
import { timeOf } from "../cart/chosen-time.ts";
import type { CartLine } from "../lib/cart.ts";
import { useSettings } from "../lib/site.ts";

/** One line above the pay button: who takes the payment, and what happens after it. */
export function PaymentNote({ id, cart, isFree }: { id: string; cart: readonly CartLine[]; isFree: boolean }) {
  const isSandbox = useSettings().payments === "sandbox";
  const has = (type: ItemType) => cart.some(({ itemType }) => itemType === type);
  const hasOpenTime = cart.some((line) => line.itemType === "consultancy" && !timeOf(line));
  const steps = [has("product") && "send your pieces", hasOpenTime && "call or write to arrange your session"];
  const next = steps.filter(Boolean).join(" and ");
  return (
    <p id={id} className="text-small text-ink-soft">
      {isFree ? "There is nothing to pay" : `${PROVIDER_LABEL} takes the payment`}
      {!isFree && isSandbox && ", simulated in test mode"}. You then get a confirmation by mail
      {has("course") && ", with the way into your course"}.{next && ` We ${next}.`}
    </p>
  );
}
