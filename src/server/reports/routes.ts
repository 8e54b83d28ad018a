import type { FastifyInstance } from "fastify";
import { orderExportQuery } from "../../contracts/catalogue/csv.ts";
import { dashboard } from "../../contracts/reports/dashboard.ts";
import { salesQuery, salesReport } from "../../contracts/reports/sales.ts";
import type { Activity } from "../activity/service.ts";
import type { Orders } from "../orders/service.ts";
import { sendCsv } from "../platform/files/csv.ts";
import { type RouteDeps, routesFor } from "../platform/http/api-routes.ts";
import { indianDay } from "../platform/indian-time.ts";
import type { Reports } from "./service.ts";

export function reportRoutes(
  app: FastifyInstance,
  { reports, orders, activity, logins, clock }: RouteDeps & { reports: Reports; orders: Orders; activity: Activity },
) {
  const { owner } = routesFor(app, logins, "reports");
  const ofOrders = routesFor(app, logins, "orders");

  owner.get("/dashboard", { summary: "The shop this morning", response: dashboard }, () => reports.dashboard());

  ofOrders.owner.get(
    "/orders.csv",
    { summary: "Orders as a CSV file, the oldest first", query: orderExportQuery },
    async (request, reply) => {
      const { q: search, ...filter } = request.query;
      const entry = { by: request.user.id, kind: "order" as const, title: "orders as a CSV file" };
      await activity.recordExport({ ...entry, ip: request.ip, filter: { ...filter, search } });
      return sendCsv(reply, `orders-${indianDay(clock.now())}.csv`, orders.exportCsv(request.query));
    },
  );

  owner.get(
    "/sales",
    {
      summary: "Paid sales of some days by product, category, course, expert or package",
      query: salesQuery,
      response: salesReport,
    },
    (request) => reports.sales.report(request.query),
  );

  owner.get(
    "/sales.csv",
    { summary: "The same as a CSV file, with every row", query: salesQuery },
    async (request, reply) => {
      const { by, from, to } = request.query;
      return sendCsv(reply, `sales-by-${by}-${from}-${to}.csv`, reports.sales.exportCsv(request.query));
    },
  );
}
