import { AsyncLocalStorage } from "node:async_hooks";
import type { IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";
import type { FastifyInstance, FastifyRequest } from "fastify";
import fp from "fastify-plugin";
import type { Encoding, KeptAnswer, ResponseStore } from "./store.ts";
import { bodyOf, sendWhole } from "./whole-answer.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** What the route's answer is made of, for routes whose answer is the same for everyone. */
    madeOf?: (request: FastifyRequest) => readonly string[] | undefined;
  }
}

/** What is kept, and under which names. */
export interface Memory {
  cache: ResponseStore;
  keyOf: KeyOf;
}

/** Which addresses are worth keeping, and under which name; addresses that mean the same have one name. */
export type KeyOf = (url: string) => string | undefined;

interface Making {
  key: string;
  since: number;
}
const makings = new WeakMap<IncomingMessage, Making>();

/** What a page asked of the API while it was made; `undefined` in it says that something failed. */
const parts = new AsyncLocalStorage<Set<string | undefined>>();
export const collectParts = <T>(collected: Set<string | undefined>, make: () => T) => parts.run(collected, make);

/** What a page asks of the API, where it is in memory: the page is then made of the same things as if it had been answered anew. */
export function findPart({ cache, keyOf }: Memory, url: string) {
  const key = keyOf(url);
  const answer = key === undefined ? undefined : cache.find(key);
  if (!answer) return undefined;
  const collected = parts.getStore();
  for (const tag of answer.tags) collected?.add(tag);
  const { whole } = answer.variants.identity;
  const place = whole.headers.indexOf("x-total-count");
  return { totalCount: place < 0 ? undefined : whole.headers[place + 1], bytes: bodyOf(whole) };
}

/** Headers that belong to one exchange, not to the answer. */
const OF_THE_MOMENT = new Set(["x-request-id", "content-length", "date", "connection", "keep-alive"]);
const KEEP_AND_ASK = "public, no-cache";

function encodingFor(accepted: string | undefined, { variants }: KeptAnswer): Encoding {
  if (accepted?.includes("br") && variants.br) return "br";
  if (accepted?.includes("gzip") && variants.gzip) return "gzip";
  return "identity";
}

/** Sends kept bytes, or says that the ones the visitor has are still right. */
function send(request: IncomingMessage, response: ServerResponse, answer: KeptAnswer) {
  const { "if-none-match": asked, "accept-encoding": accepted } = request.headers;
  const { whole, unchanged } = answer.variants[encodingFor(accepted, answer)]!;
  sendWhole(request, response, asked?.includes(answer.mark) ? unchanged : whole);
}

const MOST_NAMES = 5_000;
const LONGEST_NAMED = 200;

/** Remembers the names of addresses that were asked for before. */
function remembering(keyOf: KeyOf): KeyOf {
  const names = new Map<string, string>();
  return (url) => {
    const known = names.get(url);
    if (known !== undefined) return known;
    const name = keyOf(url);
    if (name === undefined || url.length > LONGEST_NAMED) return name;
    // Whoever invents addresses makes it begin anew, no more.
    if (names.size >= MOST_NAMES) names.clear();
    names.set(url, name);
    return name;
  };
}

/**
 * Answers from memory before the framework sees the request. Of several visitors who ask for what is not there yet,
 * one has it made and the others wait; whoever asks after a change does not wait for what was begun before it.
 */
export function answerFromMemory(app: FastifyInstance, { cache, keyOf }: Memory) {
  const nameOf = remembering(keyOf);
  const waiting = new Map<string, { since: number; done: Promise<void> }>();
  const [handle] = app.server.listeners("request") as ((request: IncomingMessage, response: ServerResponse) => void)[];
  if (!handle) throw new Error("the server has nobody who answers");

  async function makeOrWait(request: IncomingMessage, response: ServerResponse, key: string) {
    const since = cache.moment();
    const other = waiting.get(key);
    if (other?.since === since) {
      await other.done;
      const answer = cache.find(key);
      if (answer) {
        cache.countAnswered();
        return send(request, response, answer);
      }
    }
    const { promise, resolve } = Promise.withResolvers<void>();
    const mine = { since, done: promise };
    waiting.set(key, mine);
    response.once("close", () => {
      if (waiting.get(key) === mine) waiting.delete(key);
      resolve();
    });
    makings.set(request, { key, since });
    // What nobody reads of the address must not find its way into an answer that others get.
    request.url = key;
    handle!(request, response);
  }

  app.server.removeAllListeners("request");
  app.server.on("request", (request, response) => {
    const isPublic = (request.method === "GET" || request.method === "HEAD") && !request.headers.authorization;
    const key = isPublic ? nameOf(request.url ?? "") : undefined;
    if (key === undefined) return handle(request, response);
    const answer = cache.find(key);
    if (!answer) return void makeOrWait(request, response, key);
    cache.countAnswered();
    send(request, response, answer);
  });
}

/** Keeps what was made for everyone, with the names of what it was made of. */
export const responseCache = fp(async (app: FastifyInstance, { cache, keyOf }: Memory) => {
  app.addHook("onRequest", async ({ raw, url, headers }) => {
    // What a page asks within this process is worth keeping too: other pages are made of it.
    if (raw.socket instanceof Socket || headers.authorization || !parts.getStore()) return;
    const key = keyOf(url);
    if (key === url) makings.set(raw, { key, since: cache.moment() });
  });
  app.addHook("onSend", async (request, reply, payload) => {
    const tags = request.routeOptions.config.madeOf?.(request);
    const collected = parts.getStore();
    if (collected) for (const tag of tags ?? [undefined]) collected.add(reply.statusCode < 400 ? tag : undefined);
    const making = makings.get(request.raw);
    if (!making || !tags || reply.statusCode !== 200 || request.method !== "GET") return payload;
    if (typeof payload !== "string" && !Buffer.isBuffer(payload)) return payload;
    reply.headers({ "cache-control": KEEP_AND_ASK, vary: "accept-encoding" });
    const headers: Record<string, string> = {};
    for (const [name, value] of Object.entries(reply.getHeaders())) {
      if (value !== undefined && !OF_THE_MOMENT.has(name)) headers[name] = [value].flat().join(", ");
    }
    const body = Buffer.isBuffer(payload) ? payload : Buffer.from(payload);
    const { variants } = cache.keep(making.key, making.since, { body, headers, tags });
    reply.header("etag", variants.identity.etag);
    return payload;
  });
});
