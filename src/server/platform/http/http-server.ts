import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { Readable } from "node:stream";
import type { FastifyInstance } from "fastify";
import fp from "fastify-plugin";
import type { ResponseCache } from "../response-cache/cache.ts";
import { httpError } from "./errors.ts";
import { isInternalRequest } from "./internal-request.ts";
import { isAcceptableTarget } from "./request-target.ts";
import {
  KEEP_ALIVE_MS,
  MAX_HEADER_BYTES,
  MAX_QUEUED_PER_CONNECTION,
  MAX_RUNNING_PER_CONNECTION,
  type RequestTimeouts,
} from "./server-limits.ts";

function refuse(response: ServerResponse, headers: Record<string, string>) {
  const problem = httpError("bad_request");
  const body = JSON.stringify(problem.toReply());
  response.writeHead(problem.status, {
    ...headers,
    "content-type": "application/json; charset=utf-8",
    "content-length": Buffer.byteLength(body),
    "cache-control": "no-store",
    connection: "close",
  });
  response.end(body);
}

/** Limits the concurrent requests of one connection and queues the rest, so that pipelining cannot fill the server. */
function limitPerConnection(handle: RequestListener): RequestListener {
  const connections = new WeakMap<Socket, { running: number; queue: (() => void)[] }>();

  return (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request;
    const state = connections.get(socket) ?? { running: 0, queue: [] };
    connections.set(socket, state);
    const run = () => {
      if (socket.destroyed) return;
      state.running += 1;
      response.once("close", () => {
        state.running -= 1;
        state.queue.shift()?.();
      });
      handle(request, response);
    };
    if (state.running < MAX_RUNNING_PER_CONNECTION) run();
    else if (state.queue.length < MAX_QUEUED_PER_CONNECTION) state.queue.push(run);
    else socket.destroy();
  };
}

/** Closes the connection of a client that does not read: without progress for `drainMs` the socket times out. */
function closeUnlessDrained({ socket }: IncomingMessage, drainMs: number) {
  if (socket.writableLength > 0) socket.setTimeout(drainMs);
}

/** `closeUnlessDrained` for responses of Fastify's routes. Registered last: the response is written right after it. */
export const drainTimeout = fp(async (app: FastifyInstance, { drainMs }: { drainMs: number }) => {
  app.addHook("onSend", (request, _reply, payload, done) => {
    if (!(payload instanceof Readable) && !isInternalRequest(request))
      setImmediate(closeUnlessDrained, request.raw, drainMs);
    done(null, payload);
  });
});

/** A content type without a length or transfer encoding means no body. Fastify would wait for one. */
const isEmpty = ({ headers }: IncomingMessage) =>
  headers["content-type"] !== undefined &&
  headers["content-length"] === undefined &&
  headers["transfer-encoding"] === undefined;

interface ServerOptions {
  timeouts: RequestTimeouts;
  /** Sent with every response. */
  headers: Record<string, string>;
  responses: ResponseCache;
}

/** For Fastify's `serverFactory`. Order of a request: target check, response cache, connection limit, Fastify. */
export const httpServerFactory =
  ({ timeouts, headers, responses }: ServerOptions) =>
  (fastify: RequestListener) => {
    const next = limitPerConnection(fastify);
    const server = createServer(
      {
        headersTimeout: timeouts.headersMs,
        requestTimeout: timeouts.requestMs,
        connectionsCheckingInterval: timeouts.checkEveryMs,
        keepAliveTimeout: KEEP_ALIVE_MS,
        maxHeaderSize: MAX_HEADER_BYTES,
        // Skips creating the body stream for requests without a body, which are most requests.
        optimizeEmptyRequests: true,
      },
      (request, response) => {
        if (!isAcceptableTarget(request)) return refuse(response, headers);
        if (isEmpty(request)) delete request.headers["content-type"];
        responses.handle(request, response, next);
        // True only if the cache has already written the response.
        if (response.writableEnded) closeUnlessDrained(request, timeouts.drainMs);
      },
    );
    return server.setTimeout(timeouts.idleMs);
  };
