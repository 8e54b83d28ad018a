import type { FastifyInstance } from "fastify";
import { demoCounts, firstDay as firstDayContract, testMail } from "../../contracts/settings/settings-calls.ts";
import { type RouteDeps, routesFor } from "../platform/http/api-routes.ts";
import type { FirstDayService } from "./service.ts";

export function firstDayRoutes(app: FastifyInstance, { firstDay, logins }: RouteDeps & { firstDay: FirstDayService }) {
  const { owner } = routesFor(app, logins, "first day");

  owner.get("/first-day", { summary: "What is to do before the shop can sell", response: firstDayContract }, () =>
    firstDay.read(),
  );

  owner.post(
    "/first-day/test-mail",
    { summary: "Send the owner a mail and say how it went", response: testMail },
    (request) => firstDay.sendTestMail(request.user),
  );

  owner.delete(
    "/first-day/demo-data",
    {
      summary: "Remove the demo records that nobody has changed, with their pictures",
      description: "Orders keep what was bought. Answers how many were removed; a second call removes nothing.",
      response: demoCounts,
    },
    (request) => firstDay.removeDemo(request.user),
  );
}
