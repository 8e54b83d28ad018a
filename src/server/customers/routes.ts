import type { FastifyInstance } from "fastify";
import { z } from "zod";
import {
  customer,
  customerDetails,
  customerExportQuery,
  customerNotes,
  customerQuery,
  notesForm,
} from "../../contracts/accounts/customer.ts";
import { idParams } from "../../contracts/error.ts";
import { listQuery } from "../../contracts/list.ts";
import { order } from "../../contracts/orders/order.ts";
import type { Activity } from "../activity/service.ts";
import { sendCsv } from "../platform/files/csv.ts";
import { type RouteDeps, routesFor, sendPage } from "../platform/http/api-routes.ts";
import { indianDay } from "../platform/indian-time.ts";
import type { Customers } from "./service.ts";

export function customerRoutes(
  app: FastifyInstance,
  { customers, activity, logins, clock }: RouteDeps & { customers: Customers; activity: Activity },
) {
  const { owner } = routesFor(app, logins, "customers");

  owner.get(
    "/customers",
    { summary: "Accounts of customers with what they ordered", query: customerQuery, response: z.array(customer) },
    async (request, reply) => sendPage(reply, await customers.list(request.query)),
  );

  owner.get(
    "/customers.csv",
    { summary: "Customers as a CSV file, the oldest account first", query: customerExportQuery },
    async (request, reply) => {
      const { q } = request.query;
      const entry = { by: request.user.id, kind: "customer" as const, title: "customers as a CSV file" };
      await activity.recordExport({ ...entry, ip: request.ip, filter: { search: q } });
      return sendCsv(reply, `customers-${indianDay(clock.now())}.csv`, customers.exportCsv(q));
    },
  );

  owner.get(
    "/customers/:id",
    { summary: "One customer with the owner's notes", params: idParams, response: customerDetails },
    (request) => customers.find(request.params.id),
  );

  owner.get(
    "/customers/:id/orders",
    { summary: "A customer's orders, newest first", params: idParams, query: listQuery, response: z.array(order) },
    async (request, reply) => sendPage(reply, await customers.listOrders(request.params.id, request.query)),
  );

  owner.put(
    "/customers/:id/notes",
    {
      summary: "Save the owner's notes about a customer",
      description: "The person gets them with the export of their data; they are erased with the account.",
      params: idParams,
      body: notesForm,
      response: customerNotes,
    },
    (request) => customers.saveNotes(request.params.id, request.body, request.user.id),
  );
}
