import { demoCounts, firstDay as firstDayContract, testMail } from "../../contracts/settings/settings-calls.ts";
import { type ApiApp, security } from "../platform/http/api-app.ts";
import type { Logins } from "../platform/http/logins.ts";
import type { FirstDayService } from "./service.ts";

const tags = ["first day"];

interface FirstDayRouteDeps {
  firstDay: FirstDayService;
  logins: Logins;
}

export function firstDayRoutes(app: ApiApp, { firstDay, logins }: FirstDayRouteDeps) {
  const onRequest = logins.requireOwner;

  app.get(
    "/first-day",
    {
      onRequest,
      schema: {
        tags,
        security,
        summary: "What is to do before the shop can sell",
        response: { 200: firstDayContract },
      },
    },
    () => firstDay.read(),
  );

  app.post(
    "/first-day/test-mail",
    {
      onRequest,
      schema: { tags, security, summary: "Send the owner a mail and say how it went", response: { 200: testMail } },
    },
    (request) => firstDay.sendTestMail(request.user!),
  );

  app.delete(
    "/first-day/demo-data",
    {
      onRequest,
      schema: {
        tags,
        security,
        summary: "Remove the demo records that nobody has changed, with their pictures",
        description: "Orders keep what was bought. Answers how many were removed; a second call removes nothing.",
        response: { 200: demoCounts },
      },
    },
    (request) => firstDay.removeDemo(request.user!),
  );
}
