import { mkdir } from "node:fs/promises";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance } from "fastify";
import { isNotFound, type RemoteFileStore } from "../platform/files/file-store.ts";
import { bypassLoadGate } from "../platform/http/load-gate.ts";
import { CROSS_ORIGIN_RESOURCE } from "../platform/http/security-headers.ts";
import { UPLOADS_PREFIX } from "./prepare.ts";

const FILE_NAME = /^\/[\w-]+\.(jpg|png|webp|avif|gif)$/;

const fileHeaders = (name: string) => ({
  "content-type": `image/${name.split(".").at(-1)!.replace("jpg", "jpeg")}`,
  "content-security-policy": "default-src 'none'; sandbox",
  ...CROSS_ORIGIN_RESOURCE,
});

/** Proxies images from a remote store. Files are immutable, so the name serves as the ETag. */
export async function remoteUploadRoutes(app: FastifyInstance, { store }: { store: RemoteFileStore }) {
  app.get<{ Params: { name: string } }>(
    `${UPLOADS_PREFIX}:name`,
    { config: { bypassesLoadGate: true }, schema: { hide: true } },
    async (request, reply) => {
      const { name } = request.params;
      if (!FILE_NAME.test(`/${name}`)) return reply.callNotFound();
      const etag = `"${name}"`;
      const caching = { "cache-control": "public, max-age=31536000, immutable", etag };
      if (request.headers["if-none-match"]?.includes(etag)) return reply.code(304).headers(caching).send();
      try {
        const { stream, bytes } = await store.open(name);
        return await reply.headers({ ...fileHeaders(name), ...caching, "content-length": bytes }).send(stream);
      } catch (error) {
        if (isNotFound(error)) return reply.callNotFound();
        throw error;
      }
    },
  );
}

/** Serves images from the local folder. Files are immutable, so browsers may cache them for a year. */
export async function uploadRoutes(app: FastifyInstance, { folder }: { folder: string }) {
  await mkdir(folder, { recursive: true });
  app.addHook("onRoute", bypassLoadGate);
  await app.register(fastifyStatic, {
    root: folder,
    prefix: UPLOADS_PREFIX,
    decorateReply: false,
    index: false,
    immutable: true,
    maxAge: "365d",
    allowedPath: (name) => FILE_NAME.test(name),
    setHeaders(reply, file) {
      reply.headers(fileHeaders(file));
    },
  });
}
