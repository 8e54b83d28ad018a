import { transcode } from "node:buffer";
import path from "node:path";
import { pathToFileURL } from "node:url";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance, FastifyReply, FastifyRequest, LightMyRequestResponse } from "fastify";
import {
  createContext,
  createRequestHandler,
  type RouterContext,
  RouterContextProvider,
  type ServerBuild,
} from "react-router";
import { PAGE_TEXT, SEND_CONTEXT, type Send } from "../../contracts/calls.ts";
import { unavailable } from "../platform/http/errors.ts";
import { SHOWN_ELSEWHERE } from "../platform/http/security-headers.ts";
import { collectParts, findPart, type Memory } from "../platform/response-cache/plugin.ts";

const shared = globalThis as typeof globalThis & { [SEND_CONTEXT]?: RouterContext<Send> };
shared[SEND_CONTEXT] ??= createContext<Send>();
const sendContext = shared[SEND_CONTEXT];

const told = (status: number, totalCount: string | number, bytes: Buffer) => ({
  ok: status < 400,
  status,
  headers: new Headers({ "x-total-count": `${totalCount}` }),
  json: async () => JSON.parse(bytes.toString()),
});

/** The pages' road to the API: the same calls as the browser's, answered in this process without a socket, from memory if they can be. */
function sendInside(app: FastifyInstance, memory?: Memory): Send {
  return async ({ method, url, headers }) => {
    const isPublic = method === "GET" && !headers.authorization;
    const part = memory && isPublic ? findPart(memory, url) : undefined;
    if (part) return told(200, part.totalCount ?? 0, part.bytes);
    const reply: LightMyRequestResponse = await app.inject({ method: method as "GET", url, headers });
    return told(reply.statusCode, String(reply.headers["x-total-count"] ?? 0), reply.rawPayload);
  };
}

/** The address and nothing else: a page is the same for everyone, so it is not told what a visitor's headers say. */
const toWebRequest = ({ url, method }: FastifyRequest, origin: string) => new Request(origin + url, { method });

/** Every price has a sign beyond Latin-1, and such a text is written as UTF-8 in a quarter of the time by way of UTF-16. */
const toBytes = (text: string) => transcode(Buffer.from(text.toWellFormed(), "utf16le"), "utf16le", "utf8");

async function answer(reply: FastifyReply, response: Response & { [PAGE_TEXT]?: string }, status = response.status) {
  reply.code(status);
  for (const [name, value] of response.headers) reply.header(name, value);
  const page = response[PAGE_TEXT];
  return reply.send(page === undefined ? Buffer.from(await response.arrayBuffer()) : toBytes(page));
}

const PICTURE = /\.(?:png|svg)(?:\.\w+)?$/;
const DRAWING = /\.svg(?:\.\w+)?$/;
/** A drawing looked at by itself is a document; it may carry styles and do nothing. */
const DRAWING_POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'";

interface StorefrontOptions {
  origin: string;
  root: string;
  /** In development nothing is. */
  memory?: Memory;
}

type Build = ServerBuild | (() => Promise<ServerBuild>);

/** Everything that is not the API is a page: React Router answers it, unknown paths included. */
export function pageRoutes(
  app: FastifyInstance,
  build: Build,
  { origin, mode, memory }: Pick<StorefrontOptions, "origin" | "memory"> & { mode: string },
) {
  const handle = createRequestHandler(build, mode);
  const send = sendInside(app, memory);
  const partsOf = new WeakMap<FastifyRequest, Set<string | undefined>>();
  /** A page is made of what it asked of the API; one of whose questions failed is not kept. */
  function madeOf(request: FastifyRequest) {
    const parts = [...(partsOf.get(request) ?? [])];
    return parts.includes(undefined) ? undefined : (parts as string[]);
  }
  app.get("/*", { config: { madeOf }, schema: { hide: true } }, async (request, reply) => {
    const context = new RouterContextProvider();
    let busy: Record<string, string> | undefined;
    context.set(sendContext, async (call) => {
      const told = await send(call);
      if (told.status === 503) busy = unavailable().headers;
      return told;
    });
    const parts = new Set<string | undefined>();
    partsOf.set(request, parts);
    const page = await collectParts(parts, () => handle(toWebRequest(request, origin), context));
    // Nothing is broken, there was only too much to do: who asked, a search engine for one, should come again.
    if (busy && page.status === 500) return answer(reply.headers(busy), page, 503);
    return answer(reply, page);
  });
}

/** Mounts the built pages and their files. */
export async function storefront(app: FastifyInstance, { origin, root, memory }: StorefrontOptions) {
  const client = path.join(root, "build/client");
  const build: ServerBuild = await import(pathToFileURL(path.join(root, "build/server/index.js")).href);
  await app.register(fastifyStatic, {
    root: client,
    wildcard: false,
    index: false,
    preCompressed: true,
    cacheControl: false,
    setHeaders(reply, file) {
      // Names under assets/ carry a hash of their content.
      const isHashed = path.relative(client, file).startsWith("assets");
      reply.header("cache-control", isHashed ? "public, max-age=31536000, immutable" : "public, max-age=3600");
      if (PICTURE.test(file)) reply.headers(SHOWN_ELSEWHERE);
      if (DRAWING.test(file)) reply.header("content-security-policy", DRAWING_POLICY);
    },
  });
  pageRoutes(app, build, { origin, mode: "production", memory });
}
