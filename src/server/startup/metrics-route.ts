import { createHash, timingSafeEqual } from "node:crypto";
import type { FastifyInstance } from "fastify";
import type { Database } from "../platform/database/database.ts";
import { httpError } from "../platform/http/errors.ts";
import { type Sample, toPrometheus, toSamples } from "../platform/http/metrics.ts";
import type { Services } from "../services.ts";

interface Options {
  token: string | undefined;
  db: Database;
  services: Services;
}

/** What this process knows of itself. */
function ownSamples(db: Database, { metrics, gate, answers, catalogue }: Services): Sample[] {
  const { inFlight, refused, delayMs } = gate.state();
  const { rss, heapUsed } = process.memoryUsage();
  const { totalCount, idleCount, waitingCount } = db.$client;
  const connections = { in_use: totalCount - idleCount, idle: idleCount, waiting: waitingCount };
  return [
    ...metrics.samples(),
    ...toSamples({
      answers_from_memory_total: answers.size().answered,
      requests_refused_total: refused,
      requests_in_flight: inFlight,
      event_loop_delay_seconds: delayMs / 1_000,
      memory_bytes: { label: "kind", values: { resident: rss, heap: heapUsed } },
      kept_answers_bytes: answers.size().bytes,
      searched_in_memory: { label: "kind", values: catalogue.searchedInMemory() },
      database_connections: { label: "state", values: connections },
    }),
  ];
}

const digest = (text: string) => createHash("sha256").update(text).digest();

/** Figures for Prometheus, for whoever knows the token; without one set there is nothing here. */
export async function metricsRoute(app: FastifyInstance, { token, db, services }: Options) {
  const { notifications, orders, siblings } = services;
  siblings.tell(() => ownSamples(db, services));
  app.get("/metrics", { schema: { hide: true } }, async (request, reply) => {
    if (!token) throw httpError("not_found");
    if (!timingSafeEqual(digest(request.headers.authorization ?? ""), digest(`Bearer ${token}`)))
      throw httpError("not_signed_in", { headers: { "www-authenticate": "Bearer" } });
    const [ofEach, outbox, pending] = await Promise.all([
      siblings.gather(),
      notifications.countWaiting(),
      orders.countWaiting(),
    ]);
    const ofAll = toSamples({ outbox_waiting: outbox, orders_pending_payment: pending });
    return reply
      .header("cache-control", "no-store")
      .type("text/plain; version=0.0.4; charset=utf-8")
      .send(toPrometheus([...ofEach, ...ofAll]));
  });
}
