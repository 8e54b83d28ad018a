import type { FastifyInstance, FastifyRequest } from "fastify";
import fp from "fastify-plugin";
import { isInternalRequest } from "./http-server.ts";

/** A page is logged by its first path segment. */
const pageOf = (url: string) => /^\/[a-z_-]{0,40}(?=[/?.]|$)/.exec(url)?.[0] ?? "/…";

const routeOf = ({ routeOptions, url }: FastifyRequest) =>
  routeOptions.url && routeOptions.url !== "/*" ? routeOptions.url : pageOf(url);

/** One line per request. The route's pattern stands for the URL, which may hold a reset token or a search term. */
export const requestLog = fp(async (app: FastifyInstance) => {
  app.addHook("onRequest", async (request, reply) => {
    reply.header("x-request-id", request.id);
  });
  app.addHook("onResponse", async (request, reply) => {
    // Internal calls of a page are part of the page's line.
    if (isInternalRequest(request)) return;
    const ms = Math.round(reply.elapsedTime);
    const apiKey = request.user?.apiKeyId;
    const line = { method: request.method, route: routeOf(request), status: reply.statusCode, ms };
    request.log.info({ ...line, ...(apiKey && { apiKey }) }, "request");
  });
  app.addHook("onRequestAbort", async (request) => {
    request.log.info({ method: request.method, route: routeOf(request) }, "the client disconnected");
  });
});
