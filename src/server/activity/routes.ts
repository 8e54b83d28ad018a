import { z } from "zod";
import { activityQuery, activity as entry } from "../../contracts/activity/activity.ts";
import { type ApiApp, security, sendPage } from "../platform/http/api-app.ts";
import type { Logins } from "../platform/http/logins.ts";
import type { Activity } from "./service.ts";

export function activityRoutes(app: ApiApp, { activity, logins }: { activity: Activity; logins: Logins }) {
  app.get(
    "/activity",
    {
      onRequest: logins.requireOwner,
      schema: {
        tags: ["activity"],
        security,
        summary: "What the owner changed and exported, and owners' logins, newest first",
        querystring: activityQuery,
        response: { 200: z.array(entry) },
      },
    },
    async (request, reply) => sendPage(reply, await activity.list(request.query)),
  );
}
