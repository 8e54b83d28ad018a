import type { FastifyInstance } from "fastify";
import { type Database, isDatabaseReady } from "../database/database.ts";

export async function healthRoutes(app: FastifyInstance, { db }: { db: Database }) {
  const config = { bypassesLoadGate: true };
  app.get("/healthz", { config, schema: { hide: true } }, async () => ({ status: "ok" }));
  app.get("/readyz", { config, schema: { hide: true } }, async (_request, reply) => {
    if (await isDatabaseReady(db)) return { status: "ok" };
    return reply.code(503).send({ status: "the database does not answer" });
  });
}
