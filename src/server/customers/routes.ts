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
import type { Clock } from "../platform/clock.ts";
import { sendCsv } from "../platform/files/csv.ts";
import { type ApiApp, security, sendPage } from "../platform/http/api-app.ts";
import type { Logins } from "../platform/http/logins.ts";
import { indianDay } from "../platform/indian-time.ts";
import type { Customers } from "./service.ts";

const tags = ["customers"];
const COLUMNS = ["_id", "name", "email", "phone", "createdAt", "orders", "spent", "lastOrderAt"] as const;

interface CustomerRouteDeps {
  customers: Customers;
  activity: Activity;
  logins: Logins;
  clock: Clock;
}

export function customerRoutes(app: ApiApp, { customers, activity, logins, clock }: CustomerRouteDeps) {
  const onRequest = logins.requireOwner;

  app.get(
    "/customers",
    {
      onRequest,
      schema: {
        tags,
        security,
        summary: "Accounts of customers with what they ordered",
        querystring: customerQuery,
        response: { 200: z.array(customer) },
      },
    },
    async (request, reply) => sendPage(reply, await customers.list(request.query)),
  );

  app.get(
    "/customers.csv",
    {
      onRequest,
      schema: {
        tags,
        security,
        summary: "Customers as a CSV file, the oldest account first",
        querystring: customerExportQuery,
      },
    },
    async (request, reply) => {
      const { q } = request.query;
      const entry = { by: request.user!.id, kind: "customer" as const, title: "customers as a CSV file" };
      await activity.recordExport({ ...entry, ip: request.ip, filter: { search: q } });
      return sendCsv(reply, `customers-${indianDay(clock.now())}.csv`, COLUMNS, customers.exportRows(q));
    },
  );

  app.get(
    "/customers/:id",
    {
      onRequest,
      schema: {
        tags,
        security,
        summary: "One customer with the owner's notes",
        params: idParams,
        response: { 200: customerDetails },
      },
    },
    (request) => customers.find(request.params.id),
  );

  app.get(
    "/customers/:id/orders",
    {
      onRequest,
      schema: {
        tags,
        security,
        summary: "A customer's orders, newest first",
        params: idParams,
        querystring: listQuery,
        response: { 200: z.array(order) },
      },
    },
    async (request, reply) => sendPage(reply, await customers.listOrders(request.params.id, request.query)),
  );

  app.put(
    "/customers/:id/notes",
    {
      onRequest,
      schema: {
        tags,
        security,
        summary: "Save the owner's notes about a customer",
        description: "The person gets them with the export of their data; they are erased with the account.",
        params: idParams,
        body: notesForm,
        response: { 200: customerNotes },
      },
    },
    (request) => customers.saveNotes(request.params.id, request.body, request.user!.id),
  );
}
