import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from "node:http";
import { Socket } from "node:net";
import { Readable } from "node:stream";
import type { FastifyInstance } from "fastify";
import fp from "fastify-plugin";
import { type HttpErrorCode, httpError } from "./errors.ts";

const KIBIBYTE = 1024;
const SECOND = 1000;

export const DEFAULT_TIMEOUTS = {
  /** From the first byte to the end of the headers. */
  headersMs: 20 * SECOND,
  /** From the first byte to the last. Allows for eight pictures over a slow line. */
  requestMs: 300 * SECOND,
  /** No byte in either direction. */
  idleMs: 120 * SECOND,
  /** No byte read of a finished response. */
  drainMs: 10 * SECOND,
  checkEveryMs: 5 * SECOND,
};
export type RequestTimeouts = typeof DEFAULT_TIMEOUTS;

/** Longer than a proxy in front keeps a connection, so that the proxy is the one to close it. */
const KEEP_ALIVE_MS = 72 * SECOND;
/** Limit for JSON requests. Multipart forms have their own limits. */
export const MAX_BODY_BYTES = 1024 * KIBIBYTE;
const MAX_HEADER_BYTES = 16 * KIBIBYTE;

/** Browsers do not pipeline, so more than one request at a time on a connection is rare. */
const MAX_RUNNING_PER_CONNECTION = 16;
const MAX_QUEUED_PER_CONNECTION = 256;

/** `.` or `..` as a path segment, percent-encoded or not. `new URL()` would resolve it after the path was checked. */
const DOT_SEGMENT = /(?:^|[/\\]|%2f|%5c)(?:\.|%2e){1,2}(?=[/\\]|%2f|%5c|$)/i;

function hasDotSegment(url: string) {
  const mark = url.indexOf("?");
  const path = mark < 0 ? url : url.slice(0, mark);
  return (path.includes(".") || path.includes("%")) && DOT_SEGMENT.test(path);
}

function hostHeaders(rawHeaders: string[]) {
  let count = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]!;
    if (name.length === 4 && name.toLowerCase() === "host") count += 1;
  }
  return count;
}

/** Whether the request line is one we serve: a path (origin-form) without dot segments, and at most one Host. */
const isAcceptableTarget = ({ url = "", rawHeaders }: IncomingMessage) =>
  url.startsWith("/") && !hasDotSegment(url) && hostHeaders(rawHeaders) <= 1;

/** Whether a page made this call inside the process, through `app.inject`: such a request has no network socket. */
export const isInternalRequest = ({ raw }: { raw: IncomingMessage }) => !(raw.socket instanceof Socket);

/** A response outside Fastify in the shape of `apiProblem`. It ends the connection. */
function toRawProblem(code: HttpErrorCode, headers: Record<string, string>) {
  const problem = httpError(code);
  const body = JSON.stringify(problem.toReply());
  return {
    status: problem.status,
    body,
    headers: {
      ...headers,
      "content-type": "application/json; charset=utf-8",
      "content-length": `${Buffer.byteLength(body)}`,
      "cache-control": "no-store",
      connection: "close",
    },
  };
}

const CLIENT_ERRORS: Record<string, HttpErrorCode> = {
  ERR_HTTP_REQUEST_TIMEOUT: "too_slow",
  HPE_HEADER_OVERFLOW: "headers_too_large",
};

export function handleClientError(headers: Record<string, string>) {
  return (error: NodeJS.ErrnoException, socket: Socket) => {
    if (error.code === "ECONNRESET" || !socket.writable) return socket.destroy();
    const problem = toRawProblem(CLIENT_ERRORS[error.code ?? ""] ?? "bad_request", headers);
    const lines = Object.entries(problem.headers).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.end(`HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status]}\r\n${lines.join("")}\r\n${problem.body}`);
    socket.destroySoon();
  };
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
  headers: Record<string, string>;
  responses: { handle(request: IncomingMessage, response: ServerResponse, next: RequestListener): void };
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
        if (!isAcceptableTarget(request)) {
          const problem = toRawProblem("bad_request", headers);
          return response.writeHead(problem.status, problem.headers).end(problem.body);
        }
        if (isEmpty(request)) delete request.headers["content-type"];
        responses.handle(request, response, next);
        // True only if the cache has already written the response.
        if (response.writableEnded) closeUnlessDrained(request, timeouts.drainMs);
      },
    );
    return server.setTimeout(timeouts.idleMs);
  };

const LOOPBACK: Record<string, string> = { "0.0.0.0": "127.0.0.1", "::": "::1" };

/** The URL at which this process reaches itself: known once it listens, because the system may choose the port. */
export function createSelfUrl() {
  let origin: string | undefined;
  return {
    learn(server: Server) {
      const address = server.address();
      if (!address || typeof address === "string") return;
      const host = LOOPBACK[address.address] ?? address.address;
      origin = `http://${host.includes(":") ? `[${host}]` : host}:${address.port}`;
    },
    of: (path: string) => origin && origin + path,
  };
}
