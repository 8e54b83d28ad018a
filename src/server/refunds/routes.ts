import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { idParams } from "../../contracts/error.ts";
import { type Order, order } from "../../contracts/orders/order.ts";
import { dealtWithForm, paymentParams, refund, refundForm, refundParams } from "../../contracts/refunds/refund.ts";
import { type RouteDeps, routesFor } from "../platform/http/api-routes.ts";
import type { LoginUser } from "../platform/http/logins.ts";
import type { Refunds } from "./service.ts";

const KEY_RULE = "A refund needs an Idempotency-Key of 1 to 200 characters.";
const keyHeader = z.object({
  "idempotency-key": z
    .string(KEY_RULE)
    .min(1, KEY_RULE)
    .max(200, KEY_RULE)
    .describe("The same key and body give the same refund, once."),
});

interface RefundRouteDeps extends RouteDeps {
  refunds: Refunds;
  orders: {
    findForMoney(orderId: string): Promise<Order>;
    dealWithPayment(orderId: string, paymentId: string, note: string, owner: LoginUser): Promise<Order>;
  };
}

export function refundRoutes(app: FastifyInstance, { refunds, orders, logins }: RefundRouteDeps) {
  const { owner } = routesFor(app, logins, "refunds");

  owner.post(
    "/orders/:id/refunds",
    {
      summary: "Refund an amount or lines of an order",
      description:
        "Never more than was captured of the payment, and not while it is disputed. The refund is stored before the provider is called: what is unclear stays `pending` and ends by itself. With a `method` it records what the owner has returned without the provider, never more than was recorded as received: it is `processed` at once, and nothing is sent.",
      params: idParams,
      headers: keyHeader,
      body: refundForm,
      response: refund,
      status: 201,
    },
    async (request) => {
      const origin = { orderId: request.params.id, ownerId: request.user.id };
      return refunds.create(origin, request.body, request.headers["idempotency-key"]);
    },
  );

  owner.post(
    "/orders/:id/refunds/:refundId/retry",
    {
      summary: "Try a failed refund again",
      description: "The provider is asked first; if it has the refund after all, that one is returned.",
      params: refundParams,
      response: refund,
      status: 201,
    },
    async (request) => {
      const { id: orderId, refundId } = request.params;
      return refunds.retry({ orderId, ownerId: request.user.id }, refundId);
    },
  );

  owner.post(
    "/orders/:id/refunds/:refundId/dealt-with",
    {
      summary: "Say that a failed refund was settled outside the shop",
      params: refundParams,
      body: dealtWithForm,
      response: order,
    },
    async (request) => {
      const { id: orderId, refundId } = request.params;
      await refunds.dealWith({ orderId, ownerId: request.user.id }, refundId, request.body.note);
      return orders.findForMoney(orderId);
    },
  );

  owner.post(
    "/orders/:id/payments/:paymentId/dealt-with",
    {
      summary: "Say that a payment to check was settled outside the shop",
      params: paymentParams,
      body: dealtWithForm,
      response: order,
    },
    (request) => {
      const { id, paymentId } = request.params;
      return orders.dealWithPayment(id, paymentId, request.body.note, request.user);
    },
  );
}
