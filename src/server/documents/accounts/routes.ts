import type { FastifyInstance } from "fastify";
import { monthAccounts, monthParams as params, register } from "../../../contracts/documents/accounts.ts";
import { listQuery } from "../../../contracts/list.ts";
import { type RouteDeps, routesFor } from "../../platform/http/api-routes.ts";
import type { MonthlyAccounts } from "./monthly-accounts.ts";

export function accountsRoutes(app: FastifyInstance, deps: RouteDeps & { monthlyAccounts: MonthlyAccounts }) {
  const { monthlyAccounts: service } = deps;
  const { owner } = routesFor(app, deps.logins, "accounts of a month");

  const described = { summary: "Papers, refunds and totals of a month", params, query: listQuery.pick({ page: true }) };
  owner.get("/accounts/:month", { ...described, response: monthAccounts }, ({ params: { month }, query }) =>
    service.figures(month, query.page),
  );

  owner.get(
    "/accounts/:month/settlements",
    { summary: "What the payment provider sent to the bank", params, response: register },
    (request) => service.settlements(request.params.month),
  );

  owner.post(
    "/accounts/owed",
    { summary: "Try again to issue what could not be issued", response: monthAccounts.shape.owed },
    () => service.issueOwed(),
  );

  const zip = (path: string, name: "accounts" | "papers", summary: string) =>
    owner.get(path, { summary, params }, async ({ params: { month }, user, ip }, reply) => {
      const stream = await service.exportZip(name, { month, by: user.id, ip });
      const disposition = `attachment; filename="${name}-${month}.zip"`;
      reply.type("application/zip").headers({ "content-disposition": disposition, "cache-control": "no-store" });
      return reply.send(stream);
    });
  zip("/accounts/:month.zip", "accounts", "Registers and GSTR-1 files");
  zip("/accounts/:month/papers.zip", "papers", "All papers as PDF");
}
