import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { activityQuery, activity as entry } from "../../contracts/activity/activity.ts";
import { type RouteDeps, routesFor, sendPage } from "../platform/http/api-routes.ts";
import type { Activity } from "./service.ts";

export function activityRoutes(app: FastifyInstance, { activity, logins }: RouteDeps & { activity: Activity }) {
  const { owner } = routesFor(app, logins, "activity");
  owner.get(
    "/activity",
    {
      summary: "What the owner changed and exported, and owners' logins, newest first",
      query: activityQuery,
      response: z.array(entry),
    },
    async (request, reply) => sendPage(reply, await activity.list(request.query)),
  );
}
