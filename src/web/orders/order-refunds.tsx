import { toPaise, toRupees } from "../../contracts/money.ts";
import type { Order } from "../../contracts/orders/order.ts";
import { methodTexts } from "../../contracts/payments/payment-rules.ts";
import type { Refund } from "../../contracts/refunds/refund.ts";
import { formatDay } from "../lib/dates.ts";
import { formatRupees } from "../lib/money.ts";
import { OrderSection } from "./order-frame.tsx";

const stateLabels: Record<Refund["status"], string> = {
  pending: "is on its way to you",
  processed: "was sent to the account or card you paid with",
  failed: "did not reach your bank. We are looking into it",
};

export function OrderRefunds({ order: { refunds = [] } }: { order: Order }) {
  if (refunds.length === 0) return null;
  const isUnderWay = refunds.some(({ status, method }) => status !== "failed" && !method);
  return (
    <OrderSection id="order-refunds" title={refunds.length === 1 ? "Your refund" : "Your refunds"}>
      <ul className="mt-3 grid gap-3">
        {refunds.map(({ _id, amount, status, reason, lines, createdAt, method, arn }) => (
          <li key={_id} className="wrap-anywhere">
            <strong className="font-semibold">{formatRupees(amount)}</strong>{" "}
            {method ? `was returned to you ${methodTexts[method]}` : stateLabels[status]}.
            <span className="block text-small text-ink-soft">
              {formatDay(createdAt)}
              {reason && `: ${reason}`}
            </span>
            {lines && (
              <span className="block text-small text-ink-soft">
                {lines.map(({ title, qty }) => `${title} x ${qty}`).join(", ")}
              </span>
            )}
            {arn && (
              <span className="block text-small text-ink-soft">
                {method ? "Reference" : "Bank reference"} {arn}
              </span>
            )}
          </li>
        ))}
      </ul>
      {isUnderWay && (
        <p className="mt-3 text-small text-ink-soft">
          It usually takes 2 to 7 days with UPI and 5 to 10 days with cards until you see it in your account.
        </p>
      )}
    </OrderSection>
  );
}

/** One line for a list of orders: "₹600 refunded". */
export function RefundedLine({ order: { refunds = [] } }: { order: Order }) {
  const paise = refunds
    .filter(({ status }) => status !== "failed")
    .reduce((sum, { amount }) => sum + toPaise(amount), 0);
  return paise > 0 ? <p className="mt-3 text-small font-semibold">{formatRupees(toRupees(paise))} refunded</p> : null;
}
