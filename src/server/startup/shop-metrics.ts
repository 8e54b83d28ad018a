import type { Orders } from "../orders/service.ts";
import type { Database } from "../platform/database/database.ts";
import type { LoadGate } from "../platform/http/load-gate.ts";
import type { Metrics } from "../platform/http/monitoring.ts";
import type { JobRunner } from "../platform/jobs/job-runner.ts";
import type { ResponseCache } from "../platform/response-cache/cache.ts";

interface Sources {
  db: Database;
  gate: LoadGate;
  responses: ResponseCache;
  jobs: JobRunner;
  orders: Orders;
}

export function addShopMetrics(metrics: Metrics, { db, gate, jobs, responses, orders }: Sources) {
  metrics.addCounter({
    name: "responses_from_cache_total",
    help: "Requests answered from the response cache, before any route.",
    read: () => responses.size().hits,
  });
  metrics.addCounter({
    name: "requests_refused_total",
    help: "Requests refused with 503 because the process was full.",
    read: () => gate.state().refused,
  });
  metrics.addGauge({
    name: "requests_in_flight",
    help: "Requests being worked on.",
    read: () => gate.state().inFlight,
  });
  metrics.addGauge({
    name: "event_loop_delay_seconds",
    help: "Mean delay of the event loop in the last quarter of a second.",
    read: () => gate.state().delayMs / 1_000,
  });
  metrics.addGauge({
    name: "memory_bytes",
    help: "Memory of the process, by kind.",
    label: "kind",
    read() {
      const { rss, heapUsed } = process.memoryUsage();
      return { resident: rss, heap: heapUsed };
    },
  });
  metrics.addGauge({
    name: "response_cache_bytes",
    help: "Bytes of the cached responses.",
    read: () => responses.size().bytes,
  });
  metrics.addGauge({
    name: "database_connections",
    help: "Connections of the process's pool, by state; waiting are requests for one.",
    label: "state",
    read() {
      const { totalCount, idleCount, waitingCount } = db.$client;
      return { in_use: totalCount - idleCount, idle: idleCount, waiting: waitingCount };
    },
  });
  metrics.addGauge({
    name: "jobs_waiting",
    help: "Work that is to be done, by queue, such as mails to send.",
    label: "queue",
    isShared: true,
    read: () => jobs.countWaiting(),
  });
  metrics.addGauge({
    name: "orders_pending_payment",
    help: "Orders that hold their pieces and wait for a payment.",
    isShared: true,
    read: () => orders.countWaiting(),
  });
}
