import { Readable } from "node:stream";
import type { ReadableStream } from "node:stream/web";
import type { Clock } from "../clock.ts";
import type { DistantFileStore } from "./file-store.ts";
import { createS3Client, type S3Settings } from "./s3-client.ts";

/** Files in a bucket of S3 or of something that speaks like it, for shops that run on several machines. */
export function s3FileStore(settings: S3Settings, clock: Clock): DistantFileStore {
  const ask = createS3Client(settings, clock);
  return {
    async put(name, body) {
      const reply = await ask({ method: "PUT", name, body });
      await reply.body?.cancel();
    },
    async read(name) {
      return Buffer.from(await (await ask({ method: "GET", name })).arrayBuffer());
    },
    async remove(name) {
      const reply = await ask({ method: "DELETE", name }).catch((error: NodeJS.ErrnoException) => {
        if (error.code === "ENOENT") return undefined;
        throw error;
      });
      await reply?.body?.cancel();
    },
    async open(name) {
      const { body, headers } = await ask({ method: "GET", name });
      return {
        stream: Readable.fromWeb((body ?? new Blob([]).stream()) as ReadableStream),
        bytes: Number(headers.get("content-length")),
      };
    },
  };
}
