import { z } from "zod";
import { deleted, idParams } from "../../contracts/error.ts";
import { listQuery } from "../../contracts/list.ts";
import {
  bulkStatusForm,
  bulkStatusResult,
  type Order,
  order,
  orderForm,
  orderQuery,
  placedOrder,
  shipping,
  statusForm,
} from "../../contracts/orders/order.ts";
import { HOLD_MINUTES } from "../../contracts/orders/order-rules.ts";
import { cartQuote, quotedLine, quoteRequest } from "../../contracts/orders/quote.ts";
import { type ApiApp, security, sendPage } from "../platform/http/api-app.ts";
import { httpError } from "../platform/http/errors.ts";
import type { Logins } from "../platform/http/logins.ts";
import type { Orders, OrderUser } from "./service.ts";

const tags = ["orders"];
const KEY_RULE = "A key has 1 to 200 characters.";
export const keyHeader = z.object({
  "idempotency-key": z
    .string()
    .min(1, KEY_RULE)
    .max(200, KEY_RULE)
    .optional()
    .describe("The same key and body give the same record, once."),
});

interface OrderRouteDeps {
  orders: Orders;
  logins: Logins;
  payments: {
    /** Asks the provider whether the order is paid and returns it; refuses when it is not. */
    confirm(orderId: string, buyer: OrderUser, proof: { paymentId?: string; signature?: string }): Promise<Order>;
  };
}

export function orderRoutes(app: ApiApp, { orders, logins, payments }: OrderRouteDeps) {
  const { recognise, requireUser, requireOwner } = logins;

  app.post(
    "/cart/quote",
    {
      schema: {
        tags,
        summary: "What a cart costs now and what of it is in stock",
        description:
          "With `coupon` or `pin`, which may be empty, the reply also has the totals. Wrong codes are limited.",
        body: quoteRequest,
        response: { 200: z.union([z.array(quotedLine), cartQuote]) },
      },
    },
    async (request) => {
      const { items, coupon, pin } = request.body;
      const isPlain = coupon === undefined && pin === undefined;
      // Identify the buyer: a time that this buyer holds must not be quoted as taken.
      if (!isPlain || items.some(({ startsAt }) => startsAt)) await recognise(request);
      if (isPlain) return orders.quote(items, request.user?.id);
      return orders.quoteTotals(items, { coupon, pin, userId: request.user?.id, ip: request.ip });
    },
  );

  app.post(
    "/orders",
    {
      onRequest: requireUser,
      schema: {
        tags,
        security,
        summary: `Place an order; its pieces are held for ${HOLD_MINUTES} minutes`,
        description: "The same cart again finds the account's open order and updates its details.",
        headers: keyHeader,
        body: orderForm,
        response: { 201: placedOrder },
      },
    },
    async (request, reply) => {
      reply.code(201);
      const key = request.headers["idempotency-key"];
      return orders.place(request.user!, request.body, { ip: request.ip, key });
    },
  );

  app.get(
    "/orders/my",
    {
      onRequest: requireUser,
      schema: {
        tags,
        security,
        summary: "My orders, newest first",
        querystring: listQuery,
        response: { 200: z.array(order) },
      },
    },
    async (request, reply) => sendPage(reply, await orders.listMine(request.user!, request.query)),
  );

  app.get(
    "/orders",
    {
      onRequest: requireOwner,
      schema: {
        tags,
        security,
        summary: "All orders, newest first",
        querystring: orderQuery,
        response: { 200: z.array(order) },
      },
    },
    async (request, reply) => sendPage(reply, await orders.listAll(request.query)),
  );

  app.get(
    "/orders/:id",
    {
      onRequest: requireUser,
      schema: { tags, security, summary: "One order", params: idParams, response: { 200: order } },
    },
    (request) => orders.find(request.params.id, request.user!),
  );

  app.put(
    "/orders/status",
    {
      onRequest: requireOwner,
      schema: {
        tags,
        security,
        summary: "Set one status on several orders",
        description:
          "Each order by itself, with its own rules and history: those that cannot be changed stay as they are.",
        body: bulkStatusForm,
        response: { 200: bulkStatusResult },
      },
    },
    (request) => orders.changeStatuses(request.body, request.user!),
  );

  app.put(
    "/orders/:id/status",
    {
      onRequest: requireUser,
      schema: {
        tags,
        security,
        summary: "Set the status",
        description:
          "The owner sets any status. A buyer can only say that an own order is paid, and the provider is asked.",
        params: idParams,
        body: statusForm,
        response: { 200: order },
      },
    },
    async (request) => {
      const { status, ...proof } = request.body;
      const { id } = request.params;
      const user = request.user!;
      if (user.role === "owner") return orders.changeStatus(id, status, user);
      if (status !== "paid") throw httpError("not_allowed");
      return payments.confirm(id, user, proof);
    },
  );

  app.put(
    "/orders/:id/shipping",
    {
      onRequest: requireUser,
      schema: {
        tags,
        security,
        summary: "Add or change the address",
        description: "A buyer can change an own order until it is shipped, the owner any order at any time.",
        params: idParams,
        body: shipping,
        response: { 200: order },
      },
    },
    (request) => orders.changeShipping(request.params.id, request.body, request.user!),
  );

  app.post(
    "/orders/:id/cancel",
    {
      onRequest: requireUser,
      schema: {
        tags,
        security,
        summary: "Cancel an own unpaid order; its pieces are free again",
        params: idParams,
        response: { 200: order },
      },
    },
    (request) => orders.cancel(request.params.id, request.user!),
  );

  app.delete(
    "/orders/:id",
    {
      onRequest: requireOwner,
      schema: { tags, security, summary: "Delete an order", params: idParams, response: { 200: deleted } },
    },
    async (request) => {
      await orders.remove(request.params.id, request.user!);
      return { message: "Order deleted" };
    },
  );
}
