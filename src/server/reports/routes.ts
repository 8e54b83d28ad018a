import { orderExportQuery } from "../../contracts/catalogue/csv.ts";
import { dashboard } from "../../contracts/reports/dashboard.ts";
import { salesQuery, salesReport } from "../../contracts/reports/sales.ts";
import type { Activity } from "../activity/service.ts";
import type { Orders } from "../orders/service.ts";
import type { Clock } from "../platform/clock.ts";
import { sendCsv } from "../platform/files/csv.ts";
import type { ApiApp } from "../platform/http/api-app.ts";
import type { Logins } from "../platform/http/logins.ts";
import { indianDay } from "../platform/indian-time.ts";
import type { Reports } from "./service.ts";

const ORDER_COLUMNS = [
  "_id",
  "createdAt",
  "status",
  "paidAt",
  "totalAmount",
  "items",
  "name",
  "email",
  "phone",
  "address",
  "pin",
  "accountName",
  "accountEmail",
  "paymentMethod",
  "paymentId",
  "stockShort",
  "note",
  "parcels",
  "internalNote",
  "discount",
  "delivery",
  "coupon",
] as const;

const SALES_COLUMNS = ["name", "id", "qty", "rupees"] as const;

interface ReportRouteDeps {
  reports: Reports;
  orders: Orders;
  activity: Activity;
  logins: Logins;
  clock: Clock;
}

export function reportRoutes(app: ApiApp, { reports, orders, activity, logins, clock }: ReportRouteDeps) {
  const onRequest = logins.requireOwner;
  const security = [{ bearer: [] }];

  app.get(
    "/dashboard",
    {
      onRequest,
      schema: { tags: ["reports"], security, summary: "The shop this morning", response: { 200: dashboard } },
    },
    () => reports.dashboard(),
  );

  app.get(
    "/orders.csv",
    {
      onRequest,
      schema: {
        tags: ["orders"],
        security,
        summary: "Orders as a CSV file, the oldest first",
        querystring: orderExportQuery,
      },
    },
    async (request, reply) => {
      const { q: search, ...filter } = request.query;
      const entry = { by: request.user!.id, kind: "order" as const, title: "orders as a CSV file" };
      await activity.recordExport({ ...entry, ip: request.ip, filter: { ...filter, search } });
      return sendCsv(reply, `orders-${indianDay(clock.now())}.csv`, ORDER_COLUMNS, orders.exportRows(request.query));
    },
  );

  app.get(
    "/sales",
    {
      onRequest,
      schema: {
        tags: ["reports"],
        security,
        summary: "Paid sales of some days by product, category, course, expert or package",
        querystring: salesQuery,
        response: { 200: salesReport },
      },
    },
    (request) => reports.sales.report(request.query),
  );

  app.get(
    "/sales.csv",
    {
      onRequest,
      schema: {
        tags: ["reports"],
        security,
        summary: "The same as a CSV file, with every row",
        querystring: salesQuery,
      },
    },
    async (request, reply) => {
      const { by, from, to } = request.query;
      return sendCsv(reply, `sales-by-${by}-${from}-${to}.csv`, SALES_COLUMNS, reports.sales.exportRows(request.query));
    },
  );
}
