import { z } from "zod";
import { idParams } from "../../contracts/error.ts";
import { type Order, order } from "../../contracts/orders/order.ts";
import { dealtWithForm, paymentParams, refund, refundForm, refundParams } from "../../contracts/refunds/refund.ts";
import { type ApiApp, security } from "../platform/http/api-app.ts";
import type { Logins, LoginUser } from "../platform/http/logins.ts";
import type { Refunds } from "./service.ts";

const tags = ["refunds"];
const KEY_RULE = "A refund needs an Idempotency-Key of 1 to 200 characters.";
const keyHeader = z.object({
  "idempotency-key": z
    .string(KEY_RULE)
    .min(1, KEY_RULE)
    .max(200, KEY_RULE)
    .describe("The same key and body give the same refund, once."),
});

interface RefundRouteDeps {
  refunds: Refunds;
  orders: {
    findForMoney(orderId: string): Promise<Order>;
    dealWithPayment(orderId: string, paymentId: string, note: string, owner: LoginUser): Promise<Order>;
  };
  logins: Logins;
}

export function refundRoutes(app: ApiApp, { refunds, orders, logins }: RefundRouteDeps) {
  const onRequest = logins.requireOwner;

  app.post(
    "/orders/:id/refunds",
    {
      onRequest,
      schema: {
        tags,
        security,
        summary: "Refund an amount or lines of an order",
        description:
          "Never more than was captured of the payment, and not while it is disputed. The refund is stored before the provider is called: what is unclear stays `pending` and ends by itself.",
        params: idParams,
        headers: keyHeader,
        body: refundForm,
        response: { 201: refund },
      },
    },
    async (request, reply) => {
      reply.code(201);
      const origin = { orderId: request.params.id, ownerId: request.user!.id };
      return refunds.create(origin, request.body, request.headers["idempotency-key"]);
    },
  );

  app.post(
    "/orders/:id/refunds/:refundId/retry",
    {
      onRequest,
      schema: {
        tags,
        security,
        summary: "Try a failed refund again",
        description: "The provider is asked first; if it has the refund after all, that one is returned.",
        params: refundParams,
        response: { 201: refund },
      },
    },
    async (request, reply) => {
      reply.code(201);
      const { id: orderId, refundId } = request.params;
      return refunds.retry({ orderId, ownerId: request.user!.id }, refundId);
    },
  );

  app.post(
    "/orders/:id/refunds/:refundId/dealt-with",
    {
      onRequest,
      schema: {
        tags,
        security,
        summary: "Say that a failed refund was settled outside the shop",
        params: refundParams,
        body: dealtWithForm,
        response: { 200: order },
      },
    },
    async (request) => {
      const { id: orderId, refundId } = request.params;
      await refunds.dealWith({ orderId, ownerId: request.user!.id }, refundId, request.body.note);
      return orders.findForMoney(orderId);
    },
  );

  app.post(
    "/orders/:id/payments/:paymentId/dealt-with",
    {
      onRequest,
      schema: {
        tags,
        security,
        summary: "Say that a payment to check was settled outside the shop",
        params: paymentParams,
        body: dealtWithForm,
        response: { 200: order },
      },
    },
    (request) => {
      const { id, paymentId } = request.params;
      return orders.dealWithPayment(id, paymentId, request.body.note, request.user!);
    },
  );
}
