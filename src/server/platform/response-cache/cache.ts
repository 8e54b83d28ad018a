import type { IncomingMessage, ServerResponse } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import type { ChangeEvents } from "../events.ts";
import { negotiateEncoding } from "../http/compression.ts";
import { type CachedResponse, createResponseStore, type NewResponse, type Variant } from "./store.ts";

/** Parameters with unlimited values or private responses. A route may name the one value that is cacheable. */
const NEVER_CACHED = ["q", "ids", "preview", "_routes"];
const MAX_REMEMBERED = 5_000;
const MAX_REMEMBERED_LENGTH = 200;

const OPTIONAL = /\/:\w+\?/g;
const PARAMETER = /:\w+/g;

/** `/api/products/:id` or `/products/:category?` as a regular expression. */
function toPattern(url: string) {
  const source = url.replace(OPTIONAL, "(?:/[^/]{1,100})?").replace(PARAMETER, "[\\w-]{1,64}").replaceAll(".", "\\.");
  return new RegExp(`^${source}$`);
}

const literalLength = (url: string) => url.replace(OPTIONAL, "").replace(PARAMETER, "").length;

interface CacheableRoute {
  url: string;
  pattern: RegExp;
  parameters: readonly string[];
  allowed: Record<string, string>;
}

/**
 * Decides which URLs are cacheable. The cache key is the path and the query parameters that the route declares. Other
 * parameters, such as campaign tags, are dropped: they create no entries and cannot affect a shared response.
 */
export function createCacheKeys() {
  const routes: CacheableRoute[] = [];
  const remembered = new Map<string, string>();

  function derive(url: string) {
    const mark = url.indexOf("?");
    const path = mark < 0 ? url : url.slice(0, mark);
    const route = routes.find(({ pattern }) => pattern.test(path));
    if (!route || mark < 0) return route && path;
    const query = new URLSearchParams(url.slice(mark + 1));
    if (NEVER_CACHED.some((name) => query.has(name) && query.get(name) !== route.allowed[name])) return undefined;
    const known = new URLSearchParams();
    for (const name of route.parameters) {
      const value = query.get(name);
      if (value !== null) known.set(name, value);
    }
    return known.size > 0 ? `${path}?${known}` : path;
  }

  return {
    add(url: string, parameters: readonly string[], allowed: Record<string, string> = {}) {
      const names = [...parameters, ...Object.keys(allowed)].sort();
      routes.push({ url, pattern: toPattern(url), parameters: names, allowed });
      // As in the router, what is literal wins over a parameter.
      routes.sort((one, other) => literalLength(other.url) - literalLength(one.url));
    },
    keyOf(url: string) {
      const known = remembered.get(url);
      if (known !== undefined) return known;
      const key = derive(url);
      if (key === undefined || url.length > MAX_REMEMBERED_LENGTH) return key;
      // Bounds the memo. A flood of random URLs only clears it.
      if (remembered.size >= MAX_REMEMBERED) remembered.clear();
      remembered.set(url, key);
      return key;
    },
  };
}

/** Requests that wait for another request's response stop waiting after this and render it themselves. */
const MAX_WAIT_MS = 1_000;

interface Flight {
  key: string;
  start: { version: number; at: number };
  done: PromiseWithResolvers<void>;
}

type Next = (request: IncomingMessage, response: ServerResponse) => void;

interface CacheOptions {
  changes: ChangeEvents;
  /** Off in development: nothing is stored, but URLs are reduced to their declared parameters all the same. */
  isEnabled?: boolean;
}

function write(
  { method, headers }: IncomingMessage,
  response: ServerResponse,
  { hash }: CachedResponse,
  variant: Variant,
) {
  if (headers["if-none-match"]?.includes(hash)) {
    response.writeHead(304, variant.notModifiedHeaders);
    response.end();
    return;
  }
  response.writeHead(200, variant.headers);
  response.end(method === "HEAD" ? undefined : variant.body);
}

/**
 * Serves public responses from memory before Fastify sees the request. For a missing or expired response one request
 * leads: it passes on to Fastify, and its response is stored (`plugin.ts`). The others get the expired copy or wait.
 */
export function createResponseCache({ changes, isEnabled = true }: CacheOptions) {
  const store = createResponseStore({ changes });
  const keys = createCacheKeys();
  const flights = new Map<string, Flight>();
  const flightByRequest = new WeakMap<IncomingMessage, Flight>();

  function send(request: IncomingMessage, response: ServerResponse, key: string, cached: CachedResponse) {
    store.countHit();
    const encoding = negotiateEncoding(request.headers["accept-encoding"] as string | undefined);
    const variant = cached.variants[encoding];
    if (variant) return write(request, response, cached, variant);
    store
      .makeVariant(key, cached, encoding)
      .then((made) => write(request, response, cached, made))
      .catch((error: Error) => response.destroy(error));
  }

  const begin = (key: string): Flight => ({ key, start: store.start(), done: Promise.withResolvers<void>() });

  function finish(flight: Flight) {
    if (flights.get(flight.key) === flight) flights.delete(flight.key);
    flight.done.resolve();
  }

  function lead(request: IncomingMessage, response: ServerResponse, key: string, next: Next) {
    const flight = begin(key);
    flights.set(key, flight);
    flightByRequest.set(request, flight);
    response.once("close", () => finish(flight));
    next(request, response);
  }

  async function waitFor(flight: Flight, request: IncomingMessage, response: ServerResponse, next: Next) {
    const giveUp = new AbortController();
    await Promise.race([flight.done.promise, delay(MAX_WAIT_MS, undefined, { signal: giveUp.signal }).catch(() => {})]);
    giveUp.abort();
    const found = store.find(flight.key);
    if (found) return send(request, response, flight.key, found.response);
    if (flights.has(flight.key)) return next(request, response);
    lead(request, response, flight.key, next);
  }

  return {
    keys,
    size: store.size,

    handle(request: IncomingMessage, response: ServerResponse, next: Next) {
      const { method, headers } = request;
      const isPublic = (method === "GET" || method === "HEAD") && !headers.authorization;
      const key = isPublic ? keys.keyOf(request.url ?? "") : undefined;
      if (key === undefined) return next(request, response);
      // Drop unknown query parameters: the response is shared.
      request.url = key;
      if (!isEnabled) return next(request, response);
      const found = store.find(key);
      if (found?.isFresh) return send(request, response, key, found.response);
      const flight = flights.get(key);
      const canJoin = flight !== undefined && store.isUpToDate(flight.start);
      if (found && (canJoin || method === "HEAD")) return send(request, response, key, found.response);
      // The response to HEAD has no body that could be stored.
      if (method === "HEAD") return next(request, response);
      if (canJoin) return void waitFor(flight, request, response, next);
      lead(request, response, key, next);
    },

    /** Marks an internal call of a page, so that its response is stored too. */
    beginInternal(request: IncomingMessage, url: string) {
      const key = isEnabled ? keys.keyOf(url) : undefined;
      if (key !== undefined) flightByRequest.set(request, begin(key));
    },

    findForPage(url: string) {
      const key = isEnabled ? keys.keyOf(url) : undefined;
      return key === undefined ? undefined : store.findForPage(key);
    },

    isStoring: (request: IncomingMessage) => flightByRequest.has(request),

    /** Stores the response of a leading request and releases waiting requests. Returns the variant to send. */
    async store(request: IncomingMessage, fresh: NewResponse) {
      const flight = flightByRequest.get(request);
      if (!flight) return undefined;
      const response = store.put(flight.key, flight.start, fresh);
      finish(flight);
      const encoding = negotiateEncoding(request.headers["accept-encoding"] as string | undefined);
      return store.makeVariant(flight.key, response, encoding);
    },

    /** Releases waiting requests after the leading request failed. */
    abandon(request: IncomingMessage) {
      const flight = flightByRequest.get(request);
      if (flight) finish(flight);
    },
  };
}
export type ResponseCache = ReturnType<typeof createResponseCache>;
