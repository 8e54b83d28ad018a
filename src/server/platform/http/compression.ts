import { pipeline, Readable } from "node:stream";
import type { FastifyInstance } from "fastify";
import fp from "fastify-plugin";
import {
  compress,
  createCompressor,
  isCompressible,
  MIN_BYTES_TO_COMPRESS,
  negotiateEncoding,
} from "../response-cache/encoding.ts";
import { isInternalRequest } from "./internal-request.ts";

/** Compresses every compressible response that is not encoded already. Cached responses are encoded by the cache. */
export const compression = fp(async (app: FastifyInstance) => {
  app.addHook("onSend", async (request, reply, payload: unknown) => {
    if (payload === null || payload === undefined || isInternalRequest(request)) return payload;
    const isEncoded = reply.hasHeader("content-encoding") || reply.hasHeader("content-range");
    if (isEncoded || !isCompressible(reply.getHeader("content-type"))) return payload;
    reply.header("vary", "accept-encoding");
    const encoding = negotiateEncoding(request.headers["accept-encoding"] as string | undefined);
    if (encoding === "identity") return payload;
    if (payload instanceof Readable) {
      reply.removeHeader("content-length").header("content-encoding", encoding);
      // An error of the source destroys the compressor, and with it the response.
      return pipeline(payload, createCompressor(encoding), () => {});
    }
    const body = Buffer.isBuffer(payload) ? payload : Buffer.from(payload as string);
    if (body.length < MIN_BYTES_TO_COMPRESS) return payload;
    reply.header("content-encoding", encoding);
    return compress(body, encoding);
  });
});
