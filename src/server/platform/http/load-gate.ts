import { monitorEventLoopDelay } from "node:perf_hooks";
import { Readable } from "node:stream";
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from "fastify";
import fp from "fastify-plugin";
import { unavailable } from "./errors.ts";
import { isInternalRequest } from "./http-server.ts";
import { ipSubnet } from "./ip-subnet.ts";

export const WINDOW_SECONDS = 5;
/** A short burst is not an outage: refusals must occur in at least this many seconds of the window. */
const MIN_SECONDS = 3;

/** Counts admitted and refused requests over the last seconds. `now` is in milliseconds. */
export function createRefusalWindow(now: () => number) {
  const seconds: { at: number; served: number; refused: number }[] = [];

  function recent() {
    const oldest = Math.floor(now() / 1000) - WINDOW_SECONDS + 1;
    while (seconds[0] && seconds[0].at < oldest) seconds.shift();
    return seconds;
  }

  function count(outcome: "served" | "refused") {
    const at = Math.floor(now() / 1000);
    const last = recent().at(-1);
    if (last?.at === at) last[outcome] += 1;
    else seconds.push({ at, served: 0, refused: 0, [outcome]: 1 });
  }

  return {
    count,
    isRefusing() {
      const counted = recent();
      const sum = (outcome: "served" | "refused") => counted.reduce((total, second) => total + second[outcome], 0);
      return counted.filter(({ refused }) => refused > 0).length >= MIN_SECONDS && sum("refused") > sum("served");
    },
  };
}

declare module "fastify" {
  interface FastifyContextConfig {
    /** Never refused under load: health checks, files, and the sandbox, which the shop itself calls for payments. */
    bypassesLoadGate?: boolean;
  }
}

/** For an `onRoute` hook: all routes of the scope bypass the load gate. */
export function bypassLoadGate(route: RouteOptions) {
  route.config = { ...route.config, bypassesLoadGate: true };
}

const MAX_IN_FLIGHT = 256;
/** Requests in flight of one client (an IPv4 address or IPv6 network). The rest of `MAX_IN_FLIGHT` is for others. */
const MAX_PER_CLIENT = 224;
/** Concurrent requests of one client: as many as a browser opens connections. Further ones wait, so that others do not. */
const MAX_RUNNING_PER_CLIENT = 6;
/** With fewer requests in flight, the measured delay is ignored: the event loop has already recovered. */
const MIN_IN_FLIGHT_TO_REFUSE = 16;
/** When the event loop is late, a client with fewer requests in flight is still served. */
const FAIR_SHARE = 4;
const MAX_DELAY_MS = 500;
const MEASURE_EVERY_MS = 250;
const RESOLUTION_MS = 20;

const busyPage = (message: string) =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">` +
  `<title>One moment, please</title><h1>One moment, please</h1><p>${message}</p><p><a href="">Try again</a></p></html>`;

/** The error handler of a call knows the shape of its errors. */
function refuse(request: FastifyRequest, reply: FastifyReply, fail: (problem: Error) => void) {
  const problem = unavailable();
  reply.code(problem.status).headers({ ...problem.headers, "cache-control": "no-store" });
  if (/^\/(?:api|ucp)\//.test(request.url)) return fail(problem);
  return reply.type("text/html; charset=utf-8").send(busyPage(problem.message));
}

const hasBody = ({ headers }: FastifyRequest) =>
  headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;

interface Client {
  subnet: string;
  inFlight: number;
  running: number;
  waiting: Set<Counted>;
}

interface Counted {
  client: Client;
  isRunning: boolean;
  proceed: (() => void) | undefined;
}

/**
 * Load shedding: above a number of requests in flight, or when the event loop is late, further requests get 503 at once.
 * Each client also has its own limits, so that a flood from one client neither refuses nor delays others.
 */
export function createLoadGate({
  maxInFlight = MAX_IN_FLIGHT,
  maxPerClient = MAX_PER_CLIENT,
  maxRunningPerClient = MAX_RUNNING_PER_CLIENT,
  now = () => performance.now(),
} = {}) {
  const window = createRefusalWindow(now);
  let inFlight = 0;
  let refused = 0;
  let delayMs = 0;
  const clients = new Map<string, Client>();
  const inside = new WeakMap<FastifyRequest, Counted>();
  const isLate = () => inFlight >= MIN_IN_FLIGHT_TO_REFUSE && delayMs > MAX_DELAY_MS;

  const clientOf = (subnet: string): Client =>
    clients.get(subnet) ?? { subnet, inFlight: 0, running: 0, waiting: new Set() };

  function change(client: Client, by: 1 | -1) {
    inFlight += by;
    client.inFlight += by;
    if (client.inFlight === 0) clients.delete(client.subnet);
    else clients.set(client.subnet, client);
  }

  /** The reason to refuse a request: the shop is "full" or its "client" has too many requests; undefined to accept. */
  function findRefusal(client: Client) {
    if (inFlight >= maxInFlight) return "full";
    const isTooMuch = client.inFlight >= maxPerClient || (isLate() && client.inFlight >= FAIR_SHARE);
    return isTooMuch ? "client" : undefined;
  }

  /** Counts a request until its response is made or its connection closed. */
  function count(request: FastifyRequest, reply: FastifyReply, subnet: string) {
    if (reply.raw.closed) return;
    const client = clientOf(subnet);
    change(client, 1);
    const counted: Counted = { client, isRunning: false, proceed: undefined };
    inside.set(request, counted);
    reply.raw.once("close", () => release(request));
  }

  function release(request: FastifyRequest) {
    const counted = inside.get(request);
    if (!counted) return;
    inside.delete(request);
    const { client, isRunning } = counted;
    change(client, -1);
    client.waiting.delete(counted);
    if (!isRunning) return;
    client.running -= 1;
    const [next] = client.waiting;
    if (next) run(next);
  }

  function run(counted: Counted) {
    counted.client.waiting.delete(counted);
    counted.client.running += 1;
    counted.isRunning = true;
    counted.proceed?.();
  }

  /** Delays the request until its client has a free slot. A request whose connection closed never proceeds. */
  function waitForTurn(request: FastifyRequest, proceed: () => void) {
    const counted = inside.get(request);
    if (!counted) return proceed();
    counted.proceed = proceed;
    if (counted.client.running < maxRunningPerClient) run(counted);
    else counted.client.waiting.add(counted);
  }

  function measure(app: FastifyInstance) {
    const histogram = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
    histogram.enable();
    const timer = setInterval(() => {
      // With an idle event loop the histogram reports its own resolution, so subtract it.
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
      // Internal calls of a page belong to a request that is already counted.
      if (request.routeOptions.config.bypassesLoadGate || isInternalRequest(request)) return done();
      const subnet = ipSubnet(request.ip);
      const refusal = findRefusal(clientOf(subnet));
      if (refusal) {
        refused += 1;
        // Do not count refusals of a single client: they say nothing about the shop's health.
        if (refusal === "full") window.count("refused");
        refuse(request, reply, done);
        return;
      }
      window.count("served");
      // Count a request only after its body has arrived, so that slow senders do not use up the limit.
      if (hasBody(request)) request.raw.once("end", () => count(request, reply, subnet));
      else count(request, reply, subnet);
      done();
    });
    // `preValidation` runs after the body was read.
    app.addHook("preValidation", (request, _reply, done) => waitForTurn(request, done));
    // Release before the response is sent: the client's reading speed must not count.
    app.addHook("onSend", (request, _reply, payload, done) => {
      if (!(payload instanceof Readable)) release(request);
      done(null, payload);
    });
  });

  return { plugin, isRefusing: window.isRefusing, state: () => ({ inFlight, refused, delayMs }) };
}
export type LoadGate = ReturnType<typeof createLoadGate>;
