import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import fp from "fastify-plugin";
import { isInternalRequest } from "../http/http-server.ts";
import type { ResponseCache } from "./cache.ts";

type TagsOf = (request: FastifyRequest) => readonly string[] | undefined;

declare module "fastify" {
  interface FastifyContextConfig {
    /** For routes whose response is the same for everyone. Query parameters are taken from the route's schema. */
    cache?: {
      /** A change of one of these tags drops the response and the pages rendered from it. Undefined: do not cache. */
      tags: TagsOf;
      /** Tags of exact figures; pages show them in words and do not inherit them. */
      figures?: TagsOf;
      /** The Cache-Control header, for addresses that change with their content. */
      control?: string;
    };
  }
}

/** Header of internal responses: the tags that a page rendered from them inherits. */
export const CACHE_TAGS_HEADER = "x-cache-tags";

const CACHE_CONTROL = "public, no-cache";
/** Headers of one exchange, not of the response. */
const PER_REQUEST = new Set(["x-request-id", "content-length", "date", "connection", "keep-alive", CACHE_TAGS_HEADER]);

function sharedHeaders(reply: FastifyReply) {
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(reply.getHeaders())) {
    if (value !== undefined && !PER_REQUEST.has(name)) headers[name] = [value].flat().join(", ");
  }
  return headers;
}

const queryParameters = (schema: unknown) => Object.keys((schema as { shape?: object } | undefined)?.shape ?? {});

export const responseCachePlugin = fp(async (app: FastifyInstance, { responses }: { responses: ResponseCache }) => {
  app.addHook("onRoute", ({ url, method, config, schema }) => {
    if (config?.cache && [method].flat().includes("GET") && !url.includes("*"))
      responses.keys.add(url, queryParameters(schema?.querystring));
  });

  app.addHook("onRequest", async (request) => {
    if (isInternalRequest(request) && request.method === "GET" && !request.headers.authorization)
      responses.beginInternal(request.raw, request.url);
  });

  app.addHook("onSend", async (request, reply, payload) => {
    const { cache } = request.routeOptions.config;
    const isOk = reply.statusCode === 200 && request.method === "GET";
    const tags = isOk ? cache?.tags(request) : undefined;
    if (tags && isInternalRequest(request)) reply.header(CACHE_TAGS_HEADER, tags.join(" "));
    const isWhole = typeof payload === "string" || Buffer.isBuffer(payload);
    if (!tags || !isWhole || !responses.isStoring(request.raw)) {
      responses.abandon(request.raw);
      return payload;
    }
    reply.headers({ "cache-control": cache?.control ?? CACHE_CONTROL, vary: "accept-encoding" });
    const variant = await responses.store(request.raw, {
      body: Buffer.isBuffer(payload) ? payload : Buffer.from(payload),
      headers: sharedHeaders(reply),
      tags,
      figures: cache?.figures?.(request) ?? [],
    });
    if (!variant) return payload;
    for (let at = 0; at < variant.headers.length; at += 2) reply.header(variant.headers[at]!, variant.headers[at + 1]!);
    return variant.body;
  });
});
