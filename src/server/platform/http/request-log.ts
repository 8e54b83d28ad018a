import { Socket } from "node:net";
import type { FastifyInstance, FastifyRequest } from "fastify";
import fp from "fastify-plugin";

/** A page is named by its first folder. */
const pageOf = (url: string) => /^\/[a-z_-]{0,40}(?=[/?.]|$)/.exec(url)?.[0] ?? "/…";

const routeOf = ({ routeOptions, url }: FastifyRequest) =>
  routeOptions.url && routeOptions.url !== "/*" ? routeOptions.url : pageOf(url);

/**
 * One line for each request: what was asked and how it ended. The route's pattern stands for the address,
 * because an address may hold a reset token or what somebody searched for.
 */
export const requestLog = fp(async (app: FastifyInstance) => {
  app.addHook("onRequest", async (request, reply) => {
    reply.header("x-request-id", request.id);
  });
  app.addHook("onResponse", async (request, reply) => {
    // A page that asks the API inside this process has no socket; it is part of the page's own line.
    if (!(request.raw.socket instanceof Socket)) return;
    const ms = Math.round(reply.elapsedTime);
    request.log.info({ method: request.method, route: routeOf(request), status: reply.statusCode, ms }, "request");
  });
  app.addHook("onRequestAbort", async (request) => {
    request.log.info({ method: request.method, route: routeOf(request) }, "the visitor hung up");
  });
});
