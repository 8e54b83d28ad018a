import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { type RouteDeps, routesFor } from "../platform/http/api-routes.ts";
import type { Notifications } from "./service.ts";

const text = z.string().max(200);

export async function notificationRoutes(
  app: FastifyInstance,
  { notifications, logins }: RouteDeps & { notifications: Notifications },
) {
  await app.register(async (any) => {
    // A mail program's one click (RFC 8058) is a form of either type. The link says all, so the body is ignored.
    any.removeAllContentTypeParsers();
    any.addContentTypeParser("*", { parseAs: "buffer" }, (_request, _body, done) => done(null));
    routesFor(any, logins, "notifications").everyone.post(
      "/unsubscribe/:notice/:token",
      {
        summary: "Unsubscribe from a kind of mail",
        params: z.object({ notice: text, token: text }),
        query: z.object({
          page: text.optional().describe("Leads to the page that says so. Mail programs follow none."),
        }),
        response: z.object({ message: z.string() }),
      },
      async ({ params: { notice, token }, query }, reply) => {
        await notifications.unsubscribe(notice, token);
        if (query.page) return reply.redirect(`/unsubscribe/${notice}/done`, 303);
        return { message: "Unsubscribed" };
      },
    );
  });
}
