import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { deleted, idParams } from "../../contracts/error.ts";
import { listQuery } from "../../contracts/list.ts";
import {
  archivedQuery,
  bulkStatusForm,
  bulkStatusResult,
  internalNoteForm,
  order,
  orderForm,
  orderQuery,
  ownedCourse,
  placedOrder,
  shipping,
  statusForm,
} from "../../contracts/orders/order.ts";
import { HOLD_MINUTES } from "../../contracts/orders/order-rules.ts";
import { type RouteDeps, routesFor, sendPage } from "../platform/http/api-routes.ts";
import { httpError } from "../platform/http/errors.ts";
import { optionalKey } from "../platform/http/idempotency-key.ts";
import type { FullOrder } from "./core/order.ts";
import type { Orders, OrderUser } from "./service.ts";

interface OrderRouteDeps extends RouteDeps {
  orders: Orders;
  payments: {
    /** Asks the provider whether the order is paid and returns it; refuses when it is not. */
    confirm(orderId: string, buyer: OrderUser, proof: { paymentId?: string; signature?: string }): Promise<FullOrder>;
  };
}

export function orderRoutes(app: FastifyInstance, { orders, logins, payments }: OrderRouteDeps) {
  const { owner, user } = routesFor(app, logins, "orders");

  user.post(
    "/orders",
    {
      summary: `Place an order; its pieces are held for ${HOLD_MINUTES} minutes`,
      description: "The same cart again finds the account's open order and updates its details.",
      headers: optionalKey,
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
      return orders.showTo(user, await payments.confirm(id, user, proof));
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

  owner.put(
    "/orders/:id/internal-note",
    { summary: "Change the owner's own note", params: idParams, body: internalNoteForm, response: order },
    (request) => orders.changeNote(request.params.id, request.body, request.user),
  );
}
