import type { Order } from "../../../contracts/orders/order.ts";
import { PAYMENT_METHOD, PROVIDER_LABEL } from "../../../contracts/payments/payment-rules.ts";
import { formatRupees } from "../../lib/money.ts";
import { DetailList } from "./detail-list.tsx";

const methodName = (method: string) => (method === PAYMENT_METHOD ? PROVIDER_LABEL : method);

export function Payment({ order }: { order: Order }) {
  return (
    <section aria-labelledby="order-payment" className="order-card">
      <h2 id="order-payment" className="mb-3 text-title">
        Payment
      </h2>
      <DetailList
        details={{
          "Payment id": order.paymentId ?? (order.totalAmount === 0 ? "Nothing to pay" : "Not captured"),
          Method: methodName(order.paymentMethod),
          Total: formatRupees(order.totalAmount),
        }}
      />
    </section>
  );
}
