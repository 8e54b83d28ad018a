import { randomUUID } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { pipeline as pipe } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip, createGzip } from "node:zlib";
import type { FastifyInstance } from "fastify";
import type { Catalogue } from "../catalogue/service.ts";
import type { Clock } from "../platform/clock.ts";
import { negotiateEncoding } from "../platform/http/compression.ts";
import type { SettingsService } from "../settings/service.ts";
import { feeds, writeFeed } from "./feeds.ts";

/** With the time that writing takes, a feed is at most a minute old. */
const FRESH_MS = 50_000;
/** Writing takes at most a third of the time, also in a shop where it takes long. */
const MIN_PAUSE = 3;
/** Fast: the files of a large shop are compressed in half the time of the usual level. */
const GZIP = { level: 1, chunkSize: 64 * 1024 };

/** A compressed file that is written again once it is too old. Concurrent requests share one writing. */
function createFeedFile({ now }: Clock, write: () => AsyncIterable<string>) {
  let file = "";
  let freshUntil = 0;
  let writing: Promise<void> | undefined;
  const remove = (name = file) => rm(name, { force: true });

  async function replace() {
    const startedAt = now().getTime();
    const next = path.join(tmpdir(), `nakshatra-feed-${randomUUID()}.gz`);
    try {
      await pipeline(write(), createGzip(GZIP), createWriteStream(next, { flags: "wx", mode: 0o600 }));
      await remove();
      file = next;
      freshUntil = startedAt + Math.max(FRESH_MS, MIN_PAUSE * (now().getTime() - startedAt));
    } catch (error) {
      await remove(next);
      throw error;
    } finally {
      writing = undefined;
    }
  }

  return {
    remove: () => remove(),
    async read() {
      if (freshUntil <= now().getTime()) writing ??= replace();
      await writing;
      const secondsLeft = Math.max(0, Math.floor((freshUntil - now().getTime()) / 1000));
      return { secondsLeft, compressed: createReadStream(file) };
    },
  };
}

type FeedDeps = { catalogue: Catalogue; settings: SettingsService; clock: Clock; origin: string };

export async function feedRoutes(app: FastifyInstance, { catalogue, settings, clock, origin }: FeedDeps) {
  for (const feed of feeds) {
    const file = createFeedFile(clock, async function* () {
      yield* writeFeed(feed, catalogue, { origin, settings: await settings.readForSale() });
    });
    app.addHook("onClose", file.remove);
    app.get(feed.path, { schema: { hide: true } }, async ({ headers }, reply) => {
      const { secondsLeft, compressed } = await file.read();
      // Else each request of somebody who takes Brotli only would compress the whole feed.
      const cacheControl = `public, max-age=${secondsLeft}, no-transform`;
      reply.type(`${feed.type}; charset=utf-8`).headers({ "cache-control": cacheControl, vary: "accept-encoding" });
      const accepted = headers["accept-encoding"]?.toString().replace(/\bbr\b/i, "");
      if (negotiateEncoding(accepted) === "identity") return reply.send(pipe(compressed, createGunzip(), () => {}));
      return reply.header("content-encoding", "gzip").send(compressed);
    });
  }
}
