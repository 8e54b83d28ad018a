import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { idParams } from "../../contracts/error.ts";
import { order } from "../../contracts/orders/order.ts";
import { recordedPaymentForm } from "../../contracts/orders/recorded-payment.ts";
import { type RouteDeps, routesFor } from "../platform/http/api-routes.ts";
import type { Orders } from "./service.ts";

const KEY_RULE = "A payment needs an Idempotency-Key of 1 to 200 characters.";
const keyHeader = z.object({
  "idempotency-key": z
    .string(KEY_RULE)
    .min(1, KEY_RULE)
    .max(200, KEY_RULE)
    .describe("The same key and body record the payment once."),
});

interface PaymentRouteDeps extends RouteDeps {
  orders: Orders;
}

export function recordedPaymentRoutes(app: FastifyInstance, { orders, logins }: PaymentRouteDeps) {
  const { owner } = routesFor(app, logins, "orders");

  owner.post(
    "/orders/:id/payments",
    {
      summary: "Record money that came without the payment provider",
      description:
        "All that is due, or a part of it. When nothing is due any more, the order is paid, and what was sent stays sent. It replaces the owner's mark, or the same part of it.",
      params: idParams,
      headers: keyHeader,
      body: recordedPaymentForm,
      response: order,
    },
    ({ params, body, headers, user }) =>
      orders.recordPayment(params.id, body, { owner: user, key: headers["idempotency-key"] }),
  );
}
