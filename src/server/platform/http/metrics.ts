import { Socket } from "node:net";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import fp from "fastify-plugin";

type Labels = Record<string, string>;

export interface Sample {
  name: string;
  labels: Labels;
  value: number;
}

/** A measure's name, what it is to Prometheus, and what a person reads beside it. */
export const measures = {
  requests_total: ["counter", "Requests answered by a route, by status class."],
  answers_from_memory_total: ["counter", "Requests answered with kept bytes, before any route."],
  requests_refused_total: ["counter", "Requests refused with 503 because the process was full."],
  requests_in_flight: ["gauge", "Requests being worked on."],
  event_loop_delay_seconds: ["gauge", "Mean delay of the event loop in the last quarter of a second."],
  memory_bytes: ["gauge", "Memory of the process, by kind."],
  kept_answers_bytes: ["gauge", "Bytes of the answers that are kept."],
  searched_in_memory: ["gauge", "Records that are searched in memory, by kind; at 0 the database is asked."],
  database_connections: ["gauge", "Connections of the process's pool, by state; waiting are requests for one."],
  outbox_waiting: ["gauge", "Mails that are to go out."],
  orders_pending_payment: ["gauge", "Orders that hold their pieces and wait for a payment."],
} as const satisfies Record<string, readonly ["counter" | "gauge", string]>;
export type Measure = keyof typeof measures;

/** A measure's values: one, or one for each of a label's. */
export type Reading = Partial<Record<Measure, number | { label: string; values: Record<string, number> }>>;

const PREFIX = "nakshatra_";

export function toSamples(reading: Reading): Sample[] {
  return Object.entries(reading).flatMap(([name, value]) => {
    if (typeof value === "number") return [{ name, labels: {}, value }];
    return Object.entries(value.values).map(([key, one]) => ({ name, labels: { [value.label]: key }, value: one }));
  });
}

/** Counts what routes answered. Cheap: one look into a map for each request. */
export function createMetrics() {
  const counts = new Map<string, Sample>();

  function count({ method, routeOptions }: FastifyRequest, { statusCode }: FastifyReply) {
    // Routes, not addresses: strangers invent addresses without end.
    const route = routeOptions.url === "/*" ? "page" : (routeOptions.url ?? "unknown");
    const status = `${Math.floor(statusCode / 100)}xx`;
    const key = `${method} ${route} ${status}`;
    const known = counts.get(key);
    if (known) known.value += 1;
    else counts.set(key, { name: "requests_total", labels: { method, route, status }, value: 1 });
  }

  return { count, samples: () => [...counts.values()] };
}
export type Metrics = ReturnType<typeof createMetrics>;

export const countRequests = fp(async (app: FastifyInstance, { metrics }: { metrics: Metrics }) => {
  app.addHook("onResponse", async (request, reply) => {
    // What a page asks inside this process is part of the page's own request.
    if (request.raw.socket instanceof Socket) metrics.count(request, reply);
  });
});

const quoted = (text: string) => text.replace(/[\\"]/g, "\\$&").replaceAll("\n", "\\n");

function toLine({ name, labels, value }: Sample) {
  const pairs = Object.entries(labels).map(([label, text]) => `${label}="${quoted(text)}"`);
  return `${PREFIX}${name}${pairs.length > 0 ? `{${pairs.join(",")}}` : ""} ${value}`;
}

/** The text that Prometheus reads. */
export function toPrometheus(samples: Sample[]) {
  const parts = Object.entries(measures).map(([name, [type, help]]) => {
    const lines = samples.filter((sample) => sample.name === name).map(toLine);
    if (lines.length === 0) return "";
    return [`# HELP ${PREFIX}${name} ${help}`, `# TYPE ${PREFIX}${name} ${type}`, ...lines, ""].join("\n");
  });
  return parts.join("");
}
