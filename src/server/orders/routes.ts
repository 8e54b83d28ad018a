import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { deleted, idParams } from "../../contracts/error.ts";
import { listQuery } from "../../contracts/list.ts";
import { deliveryEstimate, deliveryQuery } from "../../contracts/orders/delivery.ts";
import {
  archivedQuery,
  bulkStatusForm,
  bulkStatusResult,
  internalNoteForm,
  type Order,
  order,
  orderForm,
  orderQuery,
  ownedCourse,
  placedOrder,
  shipping,
  statusForm,
} from "../../contracts/orders/order.ts";
import { HOLD_MINUTES } from "../../contracts/orders/order-rules.ts";
import { cartQuote, quotedLine, quoteRequest } from "../../contracts/orders/quote.ts";
import { shipment, shipmentChange, shipmentForm, shipmentParams } from "../../contracts/orders/shipment.ts";
import { type RouteDeps, routesFor, sendPage } from "../platform/http/api-routes.ts";
import { httpError } from "../platform/http/errors.ts";
import type { Orders, OrderUser } from "./service.ts";

/** How long browsers and proxies may keep an estimate of delivery. */
const ESTIMATE_SECONDS = 5 * 60;

const KEY_RULE = "A key has 1 to 200 characters.";
const keyHeader = z.object({
  "idempotency-key": z
    .string()
    .min(1, KEY_RULE)
    .max(200, KEY_RULE)
    .optional()
    .describe("The same key and body give the same record, once."),
});

interface OrderRouteDeps extends RouteDeps {
  orders: Orders;
  payments: {
    /** Asks the provider whether the order is paid and returns it; refuses when it is not. */
    confirm(orderId: string, buyer: OrderUser, proof: { paymentId?: string; signature?: string }): Promise<Order>;
  };
}

export function orderRoutes(app: FastifyInstance, { orders, logins, payments }: OrderRouteDeps) {
  const { everyone, owner, user } = routesFor(app, logins, "orders");
  const { shipments } = orders;

  everyone.post(
    "/cart/quote",
    {
      summary: "What a cart costs now and what of it is in stock",
      description:
        "With `coupon` or `pin`, which may be empty, the reply also has the totals. Wrong codes are limited.",
      body: quoteRequest,
      response: z.union([z.array(quotedLine), cartQuote]),
    },
    async (request) => {
      const { items, coupon, pin } = request.body;
      const isPlain = coupon === undefined && pin === undefined;
      // Identify the buyer: a time that this buyer holds must not be quoted as taken.
      if (!isPlain || items.some(({ startsAt }) => startsAt)) await logins.recognise(request);
      const quote = await orders.quoteTotals(items, { coupon, pin, userId: request.user?.id, ip: request.ip });
      return isPlain ? quote.lines : quote;
    },
  );

  everyone.get(
    "/delivery",
    {
      summary: "The State of a PIN code and the days when pieces arrive that are paid for now",
      description: "Without days while the shop shows none. 404 `unknown_pin` when no State has PIN codes like it.",
      query: deliveryQuery,
      response: deliveryEstimate,
    },
    async (request, reply) => {
      const estimate = await orders.estimateDelivery(request.query.pin);
      // Not in the response cache: it changes with the time of day.
      reply.header("cache-control", `public, max-age=${ESTIMATE_SECONDS}`);
      return estimate;
    },
  );

  user.post(
    "/orders",
    {
      summary: `Place an order; its pieces are held for ${HOLD_MINUTES} minutes`,
      description: "The same cart again finds the account's open order and updates its details.",
      headers: keyHeader,
      body: orderForm,
      response: placedOrder,
      status: 201,
    },
    async (request) => {
      const key = request.headers["idempotency-key"];
      return orders.place(request.user, request.body, { ip: request.ip, key });
    },
  );

  user.get(
    "/orders/my",
    { summary: "My orders, newest first", query: listQuery, response: z.array(order) },
    async (request, reply) => sendPage(reply, await orders.listMine(request.user, request.query)),
  );

  user.get(
    "/orders/my/courses",
    { summary: "The courses that I have bought", response: z.array(ownedCourse) },
    (request) => orders.listMyCourses(request.user),
  );

  owner.get(
    "/orders",
    { summary: "All orders, newest first", query: orderQuery, response: z.array(order) },
    async (request, reply) => sendPage(reply, await orders.listAll(request.query)),
  );

  user.get(
    "/orders/:id",
    { summary: "One order", params: idParams, query: archivedQuery, response: order },
    ({ params, query, user }) => orders.find(params.id, user, query.archived !== undefined),
  );

  owner.put(
    "/orders/status",
    {
      summary: "Set one status on several orders",
      description:
        "Each order by itself, with its own rules and history: those that cannot be changed stay as they are.",
      body: bulkStatusForm,
      response: bulkStatusResult,
    },
    (request) => orders.changeStatuses(request.body, request.user),
  );

  user.put(
    "/orders/:id/status",
    {
      summary: "Set the status",
      description:
        "The owner sets any status; with `from`, only if that is the status now, else 409 `changed_meanwhile`. A buyer can only say that an own order is paid, and the provider is asked.",
      params: idParams,
      body: statusForm,
      response: order,
    },
    async (request) => {
      const { status, from, ...proof } = request.body;
      const { id } = request.params;
      const user = request.user;
      if (user.role === "owner") return orders.changeStatus(id, { status, from }, user);
      if (status !== "paid") throw httpError("not_allowed");
      return payments.confirm(id, user, proof);
    },
  );

  user.put(
    "/orders/:id/shipping",
    {
      summary: "Add or change the address",
      description: "A buyer can change an own order until it is shipped, the owner any order at any time.",
      params: idParams,
      body: shipping,
      response: order,
    },
    (request) => orders.changeShipping(request.params.id, request.body, request.user),
  );

  user.post(
    "/orders/:id/cancel",
    { summary: "Cancel an own unpaid order; its pieces are free again", params: idParams, response: order },
    (request) => orders.cancel(request.params.id, request.user),
  );

  owner.delete(
    "/orders/:id",
    {
      summary: "Delete an order",
      description:
        "Its record is kept: only the owner finds it, with `archived`. The buyer's payment stays to be checked.",
      params: idParams,
      response: deleted,
    },
    async (request) => {
      await orders.remove(request.params.id, request.user);
      return { message: "Order deleted" };
    },
  );

  // Shipments and the internal note: what the owner does with a paid order.

  owner.post(
    "/orders/:id/shipments",
    {
      summary: "Record a parcel that has left; the buyer gets a mail",
      description: "With the last piece the status becomes shipped.",
      params: idParams,
      headers: keyHeader,
      body: shipmentForm,
      response: shipment,
      status: 201,
    },
    async (request) => {
      const key = request.headers["idempotency-key"];
      return shipments.ship(request.params.id, request.body, { owner: request.user.id, key });
    },
  );

  owner.put(
    "/orders/:id/shipments/:shipmentId",
    {
      summary: "Correct a parcel's courier, number and link",
      params: shipmentParams,
      body: shipmentChange,
      response: shipment,
    },
    ({ params, body, user }) => shipments.correct(params.id, params.shipmentId, body, user.id),
  );

  owner.post(
    "/orders/:id/shipments/:shipmentId/delivered",
    {
      summary: "Mark a parcel as delivered; the buyer gets a mail",
      description: "With the last piece the status becomes delivered, unless the order has a consultation.",
      params: shipmentParams,
      response: shipment,
    },
    ({ params, user }) => shipments.deliver(params.id, params.shipmentId, user.id),
  );

  owner.post(
    "/orders/:id/shipments/:shipmentId/returned",
    {
      summary: "Say that a parcel came back undelivered; the buyer gets a mail",
      description:
        "Its pieces are to be sent again, and its invoice is credited. A shipped order becomes paid again, or pending when it is not paid.",
      params: shipmentParams,
      response: shipment,
    },
    ({ params, user }) => shipments.comeBack(params.id, params.shipmentId, user.id),
  );

  owner.delete(
    "/orders/:id/shipments/:shipmentId",
    {
      summary: "Take back a parcel that was recorded by mistake",
      description: "A shipped order becomes paid again, or pending when it is not paid.",
      params: shipmentParams,
      response: deleted,
    },
    async ({ params, user }) => {
      await shipments.takeBack(params.id, params.shipmentId, user.id);
      return { message: "Parcel taken back" };
    },
  );

  owner.put(
    "/orders/:id/internal-note",
    { summary: "Change the owner's own note", params: idParams, body: internalNoteForm, response: order },
    (request) => orders.changeNote(request.params.id, request.body, request.user),
  );
}
