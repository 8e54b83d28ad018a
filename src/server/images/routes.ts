import { mkdir } from "node:fs/promises";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance } from "fastify";
import type { DistantFileStore } from "../platform/files/file-store.ts";
import { SHOWN_ELSEWHERE } from "../platform/http/security-headers.ts";
import { UPLOADS_PREFIX } from "./prepare.ts";

const TYPES: Record<string, string> = {
  jpg: "image/jpeg",
  png: "image/png",
  webp: "image/webp",
  avif: "image/avif",
  gif: "image/gif",
};
const NAME = /^\/[\w-]+\.(jpg|png|webp|avif|gif)$/;

const headersOf = (name: string) => ({
  "content-type": TYPES[name.split(".").at(-1)!] ?? "application/octet-stream",
  "content-security-policy": "default-src 'none'; sandbox",
  ...SHOWN_ELSEWHERE,
});

/** Serves pictures that lie elsewhere, as if they lay here. Names never change their content, so the name is the ETag. */
export async function distantUploadRoutes(app: FastifyInstance, { store }: { store: DistantFileStore }) {
  app.get<{ Params: { name: string } }>(
    `${UPLOADS_PREFIX}:name`,
    { schema: { hide: true } },
    async (request, reply) => {
      const { name } = request.params;
      if (!NAME.test(`/${name}`)) return reply.callNotFound();
      const etag = `"${name}"`;
      const forEver = { "cache-control": "public, max-age=31536000, immutable", etag };
      if (request.headers["if-none-match"]?.includes(etag)) return reply.code(304).headers(forEver).send();
      try {
        const { stream, bytes } = await store.open(name);
        return await reply.headers({ ...headersOf(name), ...forEver, "content-length": bytes }).send(stream);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === "ENOENT") return reply.callNotFound();
        throw error;
      }
    },
  );
}

/** Serves the stored pictures. A path never changes its content, so a browser may keep it for ever. */
export async function uploadRoutes(app: FastifyInstance, { folder }: { folder: string }) {
  await mkdir(folder, { recursive: true });
  await app.register(fastifyStatic, {
    root: folder,
    prefix: UPLOADS_PREFIX,
    decorateReply: false,
    index: false,
    immutable: true,
    maxAge: "365d",
    allowedPath: (name) => NAME.test(name),
    setHeaders(reply, file) {
      reply.headers(headersOf(file));
    },
  });
}
