import { Readable } from "node:stream";
import type { FastifyReply } from "fastify";

/** Answers with a file to keep, sent while it is being written. */
export function sendCsv(reply: FastifyReply, filename: string, pieces: AsyncIterable<string>) {
  return reply
    .type("text/csv; charset=utf-8")
    .header("content-disposition", `attachment; filename="${filename}"`)
    .header("cache-control", "no-store")
    .send(Readable.from(pieces, { objectMode: false, highWaterMark: 64 * 1024 }));
}
