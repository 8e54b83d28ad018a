import { randomBytes } from "node:crypto";
import path from "node:path";
import { pathToFileURL } from "node:url";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import {
  createContext,
  createRequestHandler,
  type RouterContext,
  RouterContextProvider,
  type ServerBuild,
} from "react-router";
import type { Send } from "../../contracts/calls.ts";
import { PAGE_CONTEXT, type PageContext } from "../../contracts/pages/page-context.ts";
import { publicPages } from "../../contracts/pages/pages.ts";
import type { SiteSettings } from "../../contracts/pages/site.ts";
import type { Settings } from "../../contracts/settings/settings.ts";
import { httpError, unavailable } from "../platform/http/errors.ts";
import { bypassLoadGate } from "../platform/http/load-gate.ts";
import { CROSS_ORIGIN_RESOURCE, DOCUMENT_HEADERS } from "../platform/http/security-headers.ts";
import type { ResponseCache } from "../platform/response-cache/cache.ts";
import { CACHE_TAGS_HEADER } from "../platform/response-cache/plugin.ts";
import { SETTINGS_TAG, type SettingsService } from "../settings/service.ts";

/** The address from which React Router's client loads the data of a page. */
const dataPathOf = (path: string) => (path.endsWith("/") ? `${path}_.data` : `${path}.data`);

/**
 * Declares the public pages as cacheable. API routes declare themselves, with `config.cache`. Of a page's data the browser
 * asks for the part of the page's own route, because it keeps the data of `root`.
 */
function addCacheablePages({ keys }: ResponseCache, routes: ServerBuild["routes"]) {
  const pages = Object.values(routes).filter((route) => route?.path || route?.index);
  for (const [path, query] of Object.entries(publicPages)) {
    const parameters = Object.keys(query.shape);
    const page = pages.find((route) => `/${route?.path ?? ""}` === path);
    keys.add(path, parameters);
    keys.add(dataPathOf(path), parameters, page && { _routes: page.id });
  }
}

interface PolicyOptions {
  /** Sources that the payment provider's checkout needs, by directive. */
  paymentSources(): Promise<Partial<Record<string, string>>>;
  formService: string | undefined;
}

/**
 * The policy of pages: only scripts of our own origin and inline scripts with the page's nonce run. Visitors move between
 * pages without a reload and keep the first page's policy, so every page allows the payment provider.
 */
export function createPagePolicy({ paymentSources, formService }: PolicyOptions) {
  const rules: Record<string, (string | undefined)[]> = {
    "default-src": ["'none'"],
    "script-src": ["'self'"],
    "style-src": ["'self'"],
    "img-src": ["'self'", "data:"],
    // The style sheet embeds the font of the rupee sign.
    "font-src": ["'self'", "data:"],
    "connect-src": ["'self'", formService],
    // The map of the contact page.
    "frame-src": ["https://www.openstreetmap.org"],
    "manifest-src": ["'self'"],
    "base-uri": ["'none'"],
    "form-action": ["'self'"],
    "frame-ancestors": ["'none'"],
  };
  return async (nonce: string) => {
    const added = await paymentSources();
    return Object.entries(rules)
      .map(([rule, sources]) => {
        const own = rule === "script-src" ? [...sources, `'nonce-${nonce}'`] : sources;
        return [rule, ...own, added[rule]].filter(Boolean).join(" ");
      })
      .join("; ");
  };
}

const shared = globalThis as typeof globalThis & { [PAGE_CONTEXT]?: RouterContext<PageContext> };
shared[PAGE_CONTEXT] ??= createContext<PageContext>();
const pageContext = shared[PAGE_CONTEXT];

export interface StorefrontOptions {
  /** PUBLIC_URL. */
  origin: string;
  root: string;
  responses: ResponseCache;
  settings: Pick<SettingsService, "read" | "readPreview">;
  toSite(settings: Settings): Promise<SiteSettings>;
  policy(nonce: string): Promise<string>;
}

const toReply = (status: number, totalCount: unknown, body: Buffer) => ({
  ok: status < 400,
  status,
  headers: new Headers({ "x-total-count": `${totalCount ?? 0}` }),
  json: async () => JSON.parse(body.toString()),
});

/** Runs a page's API calls in-process, from the cache where possible. Collects their cache tags and 503 failures. */
function createPageCalls(app: FastifyInstance, responses: ResponseCache, remoteAddress: string) {
  const tags = new Set<string>();
  let isCacheable = true;
  let isBusy = false;

  const send: Send = async ({ method, url, headers, body }) => {
    const isPublic = method === "GET" && !headers.authorization;
    const cached = isPublic ? responses.findForPage(url) : undefined;
    if (cached) {
      for (const tag of cached.tags) tags.add(tag);
      return toReply(200, cached.headers["x-total-count"], cached.body);
    }
    const reply = await app.inject({ method: method as "GET", url, headers, payload: body as string, remoteAddress });
    const replyTags = reply.headers[CACHE_TAGS_HEADER];
    if (typeof replyTags !== "string") isCacheable = false;
    else for (const tag of replyTags.split(" ").filter(Boolean)) tags.add(tag);
    if (reply.statusCode === 503) isBusy = true;
    return toReply(reply.statusCode, reply.headers["x-total-count"], reply.rawPayload);
  };
  return { send, tags: () => (isCacheable ? [...tags] : undefined), isBusy: () => isBusy };
}

async function sendResponse(reply: FastifyReply, response: Response) {
  reply.code(response.status);
  for (const [name, value] of response.headers) reply.header(name, value);
  return reply.send(Buffer.from(await response.arrayBuffer()));
}

/** React Router's catch-all route (`*`) does not match a line break. */
const LINE_BREAK = /^[^?]*(?:%0[ad]|%e2%80%a[89])/i;

type Build = ServerBuild | (() => Promise<ServerBuild>);

/** Every address that is not the API, a file or a health check is a page, rendered by React Router. */
export function pageRoutes(
  app: FastifyInstance,
  build: Build,
  { origin, mode, responses, settings, toSite, policy }: Omit<StorefrontOptions, "root"> & { mode: string },
) {
  // In development the routes change, and nothing is cached.
  addCacheablePages(responses, typeof build === "function" ? {} : build.routes);
  const handle = createRequestHandler(build, mode);
  const tagsByRequest = new WeakMap<FastifyRequest, string[]>();
  const cache = { tags: (request: FastifyRequest) => tagsByRequest.get(request) };
  app.get("/*", { config: { cache }, schema: { hide: true } }, async (request, reply) => {
    const url = origin + request.url;
    if (!URL.canParse(url)) throw httpError("bad_request");
    if (LINE_BREAK.test(request.url)) return reply.redirect("/");
    // Internal calls use the visitor's address, so that rate limits apply to the visitor.
    const calls = createPageCalls(app, responses, request.ip);
    const nonce = randomBytes(16).toString("base64");
    const { preview } = request.query as { preview?: unknown };
    const draft = typeof preview === "string" ? await settings.readPreview(preview) : undefined;
    const shown = draft ?? (await settings.read());
    const context = new RouterContextProvider();
    context.set(pageContext, {
      send: calls.send,
      nonce,
      site: await toSite(shown),
      settings: shown,
      isPreview: draft !== undefined,
    });
    // The page is the same for everyone, so it gets none of the visitor's headers.
    const response = await handle(new Request(url, { method: request.method }), context);
    const tags = calls.tags();
    if (draft) reply.headers({ "cache-control": "no-store", "x-robots-tag": "noindex" });
    else if (tags) tagsByRequest.set(request, [...tags, SETTINGS_TAG]);
    if (mode === "production" && response.headers.get("content-type")?.startsWith("text/html"))
      reply.header("content-security-policy", await policy(nonce));
    // Under overload return 503 instead of 500, so that crawlers retry.
    const isBusy = response.status === 500 && calls.isBusy();
    if (!isBusy) return sendResponse(reply, response);
    return sendResponse(
      reply.headers(unavailable().headers),
      new Response(response.body, { ...response, status: 503 }),
    );
  });
}

const IMAGE = /\.(?:png|svg)(?:\.\w+)?$/;
const SVG = /\.svg(?:\.\w+)?$/;
/** An SVG that is opened directly is a document: it may use styles only, no scripts. */
const SVG_POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'";

export async function storefront(app: FastifyInstance, { root, ...options }: StorefrontOptions) {
  const client = path.join(root, "build/client");
  const build: ServerBuild = await import(pathToFileURL(path.join(root, "build/server/index.js")).href);
  await app.register(async (files) => {
    files.addHook("onRoute", bypassLoadGate);
    const shared = { wildcard: false, index: false, preCompressed: true, cacheControl: false } as const;
    const setHeaders = (reply: FastifyReply, file: string, cacheControl: string) => {
      reply.header("cache-control", cacheControl);
      if (IMAGE.test(file)) reply.headers(CROSS_ORIGIN_RESOURCE);
      if (SVG.test(file)) reply.header("content-security-policy", SVG_POLICY);
    };
    // File names contain a content hash, so browsers cache them as immutable.
    await files.register(fastifyStatic, {
      ...shared,
      root: path.join(client, "assets"),
      prefix: "/assets/",
      etag: false,
      lastModified: false,
      acceptRanges: false,
      setHeaders(reply, file) {
        setHeaders(reply, file, "public, max-age=31536000, immutable");
        reply.removeHeader("x-request-id");
        // A page loads a dozen of them, each with its headers.
        if (!IMAGE.test(file)) for (const name of DOCUMENT_HEADERS) reply.removeHeader(name);
      },
    });
    await files.register(fastifyStatic, {
      ...shared,
      root: client,
      globIgnore: ["assets/**"],
      decorateReply: false,
      setHeaders: (reply, file) => setHeaders(reply, file, "public, max-age=3600"),
    });
  });
  pageRoutes(app, build, { ...options, mode: "production" });
}
