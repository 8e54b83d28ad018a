import { mkdir } from "node:fs/promises";
import path from "node:path";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance } from "fastify";
import { isNotFound, type ServedFileStore } from "../platform/files/file-store.ts";
import { bypassLoadGate } from "../platform/http/load-gate.ts";
import { CROSS_ORIGIN_RESOURCE } from "../platform/http/security-headers.ts";
import { imageHeaders, isHidden, isRevocable, UPLOADS_PREFIX } from "./prepare.ts";

const FILE_NAME = /^\/[\w-]+\.(jpg|png|webp|avif|gif)$/;
const isPublic = (name: string) => FILE_NAME.test(name) && !isHidden(UPLOADS_PREFIX + name.slice(1));

/** Files are immutable, but one that can be withdrawn must vanish from browsers and CDNs, too. */
const cacheControlOf = (name: string) =>
  isRevocable(UPLOADS_PREFIX + name) ? "public, no-cache" : "public, max-age=31536000, immutable";

const fileHeaders = (name: string) => ({ ...imageHeaders(name), ...CROSS_ORIGIN_RESOURCE });

/** Proxies images from a remote store. Files are immutable, so the name serves as the ETag. */
export async function remoteUploadRoutes(app: FastifyInstance, { store }: { store: ServedFileStore }) {
  app.get<{ Params: { name: string } }>(
    `${UPLOADS_PREFIX}:name`,
    { config: { bypassesLoadGate: true }, schema: { hide: true } },
    async (request, reply) => {
      const { name } = request.params;
      if (!isPublic(`/${name}`)) return reply.callNotFound();
      const etag = `"${name}"`;
      const caching = { "cache-control": cacheControlOf(name), etag };
      const isKnown = request.headers["if-none-match"]?.includes(etag);
      if (isKnown && !isRevocable(UPLOADS_PREFIX + name)) return reply.code(304).headers(caching).send();
      try {
        const { stream, bytes } = await store.open(name);
        if (isKnown) {
          stream.destroy();
          return reply.code(304).headers(caching).send();
        }
        return await reply.headers({ ...fileHeaders(name), ...caching, "content-length": bytes }).send(stream);
      } catch (error) {
        if (isNotFound(error)) return reply.callNotFound();
        throw error;
      }
    },
  );
}

/** Serves images from the local folder. */
export async function uploadRoutes(app: FastifyInstance, { folder }: { folder: string }) {
  await mkdir(folder, { recursive: true });
  app.addHook("onRoute", bypassLoadGate);
  await app.register(fastifyStatic, {
    root: folder,
    prefix: UPLOADS_PREFIX,
    decorateReply: false,
    index: false,
    cacheControl: false,
    allowedPath: isPublic,
    setHeaders(reply, file) {
      reply.headers({ ...fileHeaders(file), "cache-control": cacheControlOf(path.basename(file)) });
    },
  });
}
