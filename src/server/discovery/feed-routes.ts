import { createReadStream, createWriteStream } from "node:fs";
import { mkdtemp, rename, rm } from "node:fs/promises";
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

/** Writes a compressed file again once it is too old. Concurrent requests share one writing. Returns its time left. */
function createRefresh(file: string, { now }: Clock, write: () => AsyncIterable<string>) {
  let freshUntil = 0;
  let writing: Promise<void> | undefined;
  async function replace(part = `${file}.part`) {
    const startedAt = now().getTime();
    await pipeline(write(), createGzip(), createWriteStream(part));
    await rename(part, file);
    freshUntil = startedAt + FRESH_MS;
  }
  const forget = () => {
    writing = undefined;
  };
  return async () => {
    if (freshUntil <= now().getTime()) writing ??= replace().finally(forget);
    await writing;
    return Math.max(0, Math.floor((freshUntil - now().getTime()) / 1000));
  };
}

type FeedDeps = { catalogue: Catalogue; settings: SettingsService; clock: Clock; origin: string };

export async function feedRoutes(app: FastifyInstance, { catalogue, settings, clock, origin }: FeedDeps) {
  const folder = await mkdtemp(path.join(tmpdir(), "nakshatra-feeds-"));
  app.addHook("onClose", () => rm(folder, { recursive: true, force: true }));
  for (const feed of feeds) {
    const file = path.join(folder, path.basename(feed.path));
    const refresh = createRefresh(file, clock, async function* () {
      yield* writeFeed(feed, catalogue, { origin, settings: await settings.readForSale() });
    });
    app.get(feed.path, { schema: { hide: true } }, async ({ headers }, reply) => {
      reply
        .type(`${feed.type}; charset=utf-8`)
        .headers({ "cache-control": `public, max-age=${await refresh()}`, vary: "accept-encoding" });
      const accepted = headers["accept-encoding"]?.toString().replace(/\bbr\b/i, "");
      if (negotiateEncoding(accepted) !== "gzip")
        return reply.send(pipe(createReadStream(file), createGunzip(), () => {}));
      return reply.header("content-encoding", "gzip").send(createReadStream(file));
    });
  }
}
