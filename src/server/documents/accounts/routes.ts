import type { FastifyInstance, FastifyReply } from "fastify";
import { monthAccounts, monthParams as params, register } from "../../../contracts/documents/accounts.ts";
import { listQuery } from "../../../contracts/list.ts";
import { type RouteDeps, routesFor } from "../../platform/http/api-routes.ts";
import type { MonthlyAccounts } from "./monthly-accounts.ts";

const asZip = (reply: FastifyReply, name: string) =>
  reply.type("application/zip").headers({
    "content-disposition": `attachment; filename="${name}.zip"`,
    "cache-control": "no-store",
  });

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

  owner.get("/accounts/:month.zip", { summary: "Registers and GSTR-1 files", params }, async (request, reply) => {
    const { month } = request.params;
    const stream = await service.exportRegisters({ month, by: request.user.id, ip: request.ip });
    return asZip(reply, `accounts-${month}`).send(stream);
  });

  owner.get("/accounts/:month/papers.zip", { summary: "All papers as PDF", params }, async (request, reply) => {
    const { month } = request.params;
    const stream = await service.exportPapers({ month, by: request.user.id, ip: request.ip });
    return asZip(reply, `papers-${month}`).send(stream);
  });
}
