import { monitorEventLoopDelay } from "node:perf_hooks";
import { Readable } from "node:stream";
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from "fastify";
import fp from "fastify-plugin";
import { unavailable } from "./errors.ts";
import { isInternalRequest } from "./internal-request.ts";
import { ipSubnet } from "./ip-subnet.ts";
import { createRefusalWindow } from "./refusal-window.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** Served however busy the shop is: health checks, files, and the sandbox that the shop itself calls while it pays. */
    bypassesLoadGate?: boolean;
  }
}

/** For an `onRoute` hook: all routes of the scope bypass the load gate. */
export function bypassLoadGate(route: RouteOptions) {
  route.config = { ...route.config, bypassesLoadGate: true };
}

const MAX_IN_FLIGHT = 256;
/** Requests of one client (an address or an IPv6 network). The rest is always free for others. */
const MAX_PER_CLIENT = 224;
/** With fewer requests in flight a late event loop has recovered already. */
const MIN_IN_FLIGHT_TO_REFUSE = 16;
/** A client with fewer requests in flight is served even then. */
const FAIR_SHARE = 4;
const MAX_DELAY_MS = 500;
const MEASURE_EVERY_MS = 250;
const RESOLUTION_MS = 20;

const busyPage = (message: string) =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">` +
  `<title>One moment, please</title><h1>One moment, please</h1><p>${message}</p><p><a href="">Try again</a></p></html>`;

function refuse(request: FastifyRequest, reply: FastifyReply) {
  const problem = unavailable();
  reply.code(problem.status).headers({ ...problem.headers, "cache-control": "no-store" });
  if (request.url.startsWith("/api/")) return reply.send(problem.toReply());
  return reply.type("text/html; charset=utf-8").send(busyPage(problem.message));
}

const hasBody = ({ headers }: FastifyRequest) =>
  headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;

interface LoadGateOptions {
  maxInFlight?: number;
  maxPerClient?: number;
  now?: () => number;
}

/**
 * Load shedding: above a number of requests in flight, or when the event loop is late, further requests get 503 at once.
 * One client has a limit of its own, so that its flood refuses nobody else.
 */
export function createLoadGate(options: LoadGateOptions = {}) {
  const { maxInFlight = MAX_IN_FLIGHT, maxPerClient = MAX_PER_CLIENT, now = () => performance.now() } = options;
  const window = createRefusalWindow(now);
  let inFlight = 0;
  let refused = 0;
  let delayMs = 0;
  const inFlightOf = new Map<string, number>();
  const releases = new WeakMap<FastifyRequest, () => void>();
  const isLate = () => inFlight >= MIN_IN_FLIGHT_TO_REFUSE && delayMs > MAX_DELAY_MS;

  function change(client: string, by: 1 | -1) {
    inFlight += by;
    const own = (inFlightOf.get(client) ?? 0) + by;
    if (own === 0) inFlightOf.delete(client);
    else inFlightOf.set(client, own);
  }

  /** Whether a request is refused because of its own client, or because the shop is full. */
  function findRefusal(client: string) {
    const own = inFlightOf.get(client) ?? 0;
    if (inFlight >= maxInFlight) return "full";
    return own >= maxPerClient || (isLate() && own >= FAIR_SHARE) ? "client" : undefined;
  }

  function count(request: FastifyRequest, reply: FastifyReply, client: string) {
    if (reply.raw.closed) return;
    let isCounted = true;
    change(client, 1);
    const release = () => {
      if (isCounted) change(client, -1);
      isCounted = false;
    };
    releases.set(request, release);
    reply.raw.once("close", release);
  }

  function measure(app: FastifyInstance) {
    const histogram = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
    histogram.enable();
    const timer = setInterval(() => {
      // The histogram measures its own resolution when the loop is never late.
      delayMs = histogram.count > 0 ? Math.max(0, histogram.mean / 1e6 - RESOLUTION_MS) : 0;
      histogram.reset();
    }, MEASURE_EVERY_MS).unref();
    app.addHook("onClose", async () => {
      clearInterval(timer);
      histogram.disable();
    });
  }

  const plugin = fp(async (app: FastifyInstance) => {
    measure(app);
    app.addHook("onRequest", (request, reply, done) => {
      // A page's own calls belong to a request that was counted.
      if (request.routeOptions.config.bypassesLoadGate || isInternalRequest(request)) return done();
      const client = ipSubnet(request.ip);
      const refusal = findRefusal(client);
      if (refusal) {
        refused += 1;
        // One client's flood says nothing about the shop's health.
        if (refusal === "full") window.count("refused");
        refuse(request, reply);
        return;
      }
      window.count("served");
      // A body that is still being sent is no work yet: slow senders must not shut out the others.
      if (hasBody(request)) request.raw.once("end", () => count(request, reply, client));
      else count(request, reply, client);
      done();
    });
    // The work is done when the response is made. How fast the client reads is not counted.
    app.addHook("onSend", (request, _reply, payload, done) => {
      if (!(payload instanceof Readable)) releases.get(request)?.();
      done(null, payload);
    });
  });

  return { plugin, isRefusing: window.isRefusing, state: () => ({ inFlight, refused, delayMs }) };
}
export type LoadGate = ReturnType<typeof createLoadGate>;
