import { pipeline, Readable } from "node:stream";
import { promisify } from "node:util";
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip } from "node:zlib";
import type { FastifyInstance } from "fastify";
import fp from "fastify-plugin";
import { isInternalRequest } from "./http-server.ts";

export type Encoding = "identity" | "gzip" | "br";

/** Smaller bodies fit into one packet anyway. */
export const MIN_BYTES_TO_COMPRESS = 1_000;
const COMPRESSIBLE = /^(?:text\/|application\/(?:json|xml|rss\+xml|manifest\+json|javascript)|image\/svg)/;
/** Higher levels take several times as long and save only a few per cent. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };
const GZIP = { level: 6 };

export const isCompressible = (contentType: unknown) => COMPRESSIBLE.test(String(contentType));

function parseQualities(header: string) {
  const qualities = new Map<string, number>();
  for (const part of header.toLowerCase().split(",")) {
    const [name = "", ...parameters] = part.split(";").map((text) => text.trim());
    const q = parameters.find((parameter) => parameter.startsWith("q="));
    qualities.set(name, q === undefined ? 1 : Number(q.slice(2)) || 0);
  }
  return (name: Encoding) => qualities.get(name) ?? qualities.get("*") ?? 0;
}

const MAX_REMEMBERED = 200;
const remembered = new Map<string, Encoding>();

/** The best encoding that an Accept-Encoding header allows. Memoised, because browsers send few different headers. */
export function negotiateEncoding(header = ""): Encoding {
  const known = remembered.get(header);
  if (known) return known;
  const quality = parseQualities(header);
  const [br, gzip] = [quality("br"), quality("gzip")];
  const best = Math.max(br, gzip) === 0 ? "identity" : br >= gzip ? "br" : "gzip";
  if (remembered.size >= MAX_REMEMBERED) remembered.clear();
  remembered.set(header, best);
  return best;
}

const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);

export async function compress(body: Buffer, encoding: Encoding) {
  if (encoding === "br") return toBrotli(body, BROTLI);
  return encoding === "gzip" ? toGzip(body, GZIP) : body;
}

/** Compresses what can be and is not encoded or marked `no-transform`. Cached responses are encoded by the cache. */
export const compression = fp(async (app: FastifyInstance) => {
  app.addHook("onSend", async (request, reply, payload: unknown) => {
    if (payload === null || payload === undefined || isInternalRequest(request)) return payload;
    const isEncoded = reply.hasHeader("content-encoding") || reply.hasHeader("content-range");
    const isFixed = isEncoded || String(reply.getHeader("cache-control")).includes("no-transform");
    if (isFixed || !isCompressible(reply.getHeader("content-type"))) return payload;
    reply.header("vary", "accept-encoding");
    const encoding = negotiateEncoding(request.headers["accept-encoding"] as string | undefined);
    if (encoding === "identity") return payload;
    if (payload instanceof Readable) {
      reply.removeHeader("content-length").header("content-encoding", encoding);
      const compressor = encoding === "br" ? createBrotliCompress(BROTLI) : createGzip(GZIP);
      // An error of the source destroys the compressor, and with it the response.
      return pipeline(payload, compressor, () => {});
    }
    const body = Buffer.isBuffer(payload) ? payload : Buffer.from(payload as string);
    if (body.length < MIN_BYTES_TO_COMPRESS) return payload;
    reply.header("content-encoding", encoding);
    return compress(body, encoding);
  });
});
