import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import fp from "fastify-plugin";
import { Counter, Gauge, Registry } from "prom-client";
import { type Database, isDatabaseReady } from "../database/database.ts";
import { isEqualSecret } from "../secrets.ts";
import { httpError } from "./errors.ts";
import { isInternalRequest } from "./http-server.ts";
import { type LoadGate, WINDOW_SECONDS } from "./load-gate.ts";

const PREFIX = "nakshatra_";

type Values = number | Record<string, number>;

interface GaugeOptions {
  name: string;
  help: string;
  /** Called when the metrics are read: one value, or one for each value of `label`. */
  read(): Values | Promise<Values>;
  label?: string;
  /** True for shop-wide values, which are equal in every worker. Other values are summed over the workers. */
  isShared?: boolean;
}

export function createMetrics() {
  const registry = new Registry();
  const requests = new Counter({
    name: `${PREFIX}requests_total`,
    help: "Requests answered by a route, by status class.",
    labelNames: ["method", "route", "status"],
    registers: [registry],
  });

  /** Labels by route and not by URL, which bounds the number of label values. */
  function count({ method, routeOptions }: FastifyRequest, { statusCode }: FastifyReply) {
    const route = routeOptions.url === "/*" ? "page" : (routeOptions.url ?? "unknown");
    requests.inc({ method, route, status: `${Math.floor(statusCode / 100)}xx` });
  }

  return {
    registry,

    addGauge({ name, help, read, label, isShared }: GaugeOptions) {
      const gauge = new Gauge({
        name: `${PREFIX}${name}`,
        help,
        labelNames: label ? [label] : [],
        registers: [registry],
        aggregator: isShared ? "first" : "sum",
        async collect() {
          const values = await read();
          if (typeof values === "number") gauge.set(values);
          else for (const [key, value] of Object.entries(values)) gauge.set({ [label!]: key }, value);
        },
      });
    },

    addCounter({ name, help, read }: { name: string; help: string; read(): number }) {
      const counter = new Counter({
        name: `${PREFIX}${name}`,
        help,
        registers: [registry],
        collect() {
          counter.reset();
          counter.inc(read());
        },
      });
    },

    countRequests: fp(async (app: FastifyInstance) => {
      app.addHook("onResponse", async (request, reply) => {
        // Internal calls of a page are part of the page's request.
        if (!isInternalRequest(request)) count(request, reply);
      });
    }),
  };
}
export type Metrics = ReturnType<typeof createMetrics>;

interface MetricsRouteOptions {
  token: string | undefined;
  readAll(): Promise<string>;
}

/** `GET /metrics` in the Prometheus format, with a bearer token. Returns 404 if no token is configured. */
export async function metricsRoute(app: FastifyInstance, { token, readAll }: MetricsRouteOptions) {
  const config = { bypassesLoadGate: true };
  app.get("/metrics", { config, schema: { hide: true } }, async (request, reply) => {
    if (!token) throw httpError("not_found");
    if (!isEqualSecret(request.headers.authorization ?? "", `Bearer ${token}`))
      throw httpError("not_signed_in", { headers: { "www-authenticate": "Bearer" } });
    const text = await readAll();
    return reply.header("cache-control", "no-store").type(Registry.PROMETHEUS_CONTENT_TYPE).send(text);
  });
}

export async function healthRoutes(app: FastifyInstance, { db, gate }: { db: Database; gate: LoadGate }) {
  const config = { bypassesLoadGate: true };
  app.get("/healthz", { config, schema: { hide: true } }, async (_request, reply) => {
    if (!gate.isRefusing()) return { status: "ok" };
    return reply
      .code(503)
      .send({ status: `overloaded: most requests of the last ${WINDOW_SECONDS} seconds were refused` });
  });
  app.get("/readyz", { config, schema: { hide: true } }, async (_request, reply) => {
    if (await isDatabaseReady(db)) return { status: "ok" };
    return reply.code(503).send({ status: "the database does not answer" });
  });
}
