import type { FastifyInstance } from "fastify";
import { type Database, isDatabaseReady } from "../database/database.ts";
import type { LoadGate } from "./load-gate.ts";
import { WINDOW_SECONDS } from "./refusal-window.ts";

interface HealthDeps {
  db: Database;
  gate: Pick<LoadGate, "isRefusing">;
}

export async function healthRoutes(app: FastifyInstance, { db, gate }: HealthDeps) {
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
