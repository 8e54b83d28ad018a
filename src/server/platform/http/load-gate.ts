import type { IncomingMessage, ServerResponse } from "node:http";
import { monitorEventLoopDelay } from "node:perf_hooks";
import type { FastifyInstance } from "fastify";
import { unavailable } from "./errors.ts";

const MOST_AT_ONCE = 256;
/** With fewer than these under way a slow moment has passed already, whatever was measured. */
const FEW = 16;
const MOST_DELAY_MS = 500;
const MEASURE_EVERY_MS = 250;
const RESOLUTION_MS = 20;

type Handle = (request: IncomingMessage, response: ServerResponse) => void;

const pageOf = (message: string) =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">` +
  `<title>One moment, please</title><h1>One moment, please</h1><p>${message}</p><p><a href="">Try again</a></p></html>`;

function refuse({ url = "", method }: IncomingMessage, response: ServerResponse, headers: Record<string, string>) {
  const problem = unavailable();
  const isCall = url.startsWith("/api/");
  const body = isCall ? JSON.stringify(problem.toReply()) : pageOf(problem.message);
  response.writeHead(problem.status, {
    ...headers,
    ...problem.headers,
    "content-type": isCall ? "application/json; charset=utf-8" : "text/html; charset=utf-8",
    "content-length": Buffer.byteLength(body),
    "cache-control": "no-store",
  });
  response.end(method === "HEAD" ? undefined : body);
}

const hasBody = ({ headers }: IncomingMessage) =>
  headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;

interface GateOptions {
  mostAtOnce?: number;
  /** What every answer of the shop carries. */
  headers?: Record<string, string>;
}

/**
 * Bounds what one process works on at a time. Beyond that a request is refused at once, which costs next to nothing,
 * so that those taken are answered soon instead of all being answered late.
 */
export function createLoadGate({ mostAtOnce = MOST_AT_ONCE, headers = {} }: GateOptions = {}) {
  let inFlight = 0;
  let refused = 0;
  let delayMs = 0;
  const isFull = () => inFlight >= mostAtOnce || (inFlight >= FEW && delayMs > MOST_DELAY_MS);

  function count(response: ServerResponse) {
    // Who hung up while sending is not worked for.
    if (response.closed) return;
    let isCounted = true;
    inFlight += 1;
    const uncount = () => {
      if (isCounted) inFlight -= 1;
      isCounted = false;
    };
    response.once("finish", uncount);
    response.once("close", uncount);
  }

  function measure(app: FastifyInstance) {
    const histogram = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
    histogram.enable();
    const timer = setInterval(() => {
      // Of a loop that is never late it measures its own resolution.
      delayMs = histogram.count > 0 ? Math.max(0, histogram.mean / 1e6 - RESOLUTION_MS) : 0;
      histogram.reset();
    }, MEASURE_EVERY_MS).unref();
    app.addHook("onClose", async () => {
      clearInterval(timer);
      histogram.disable();
    });
  }

  return {
    /** Stands in front of everything the app answers, but for what is always taken. */
    guard(app: FastifyInstance, isAlwaysTaken: (url: string) => boolean) {
      const [handle] = app.server.listeners("request") as Handle[];
      if (!handle) throw new Error("the server has nobody who answers");
      measure(app);
      app.server.removeAllListeners("request");
      app.server.on("request", (request, response) => {
        if (isAlwaysTaken(request.url ?? "")) return handle(request, response);
        if (isFull()) {
          refused += 1;
          return refuse(request, response, headers);
        }
        // One that is still being sent is no work yet: slow senders must not shut out the others.
        if (hasBody(request)) request.once("end", () => count(response));
        else count(response);
        handle(request, response);
      });
    },
    state: () => ({ inFlight, refused, delayMs }),
  };
}
export type LoadGate = ReturnType<typeof createLoadGate>;
