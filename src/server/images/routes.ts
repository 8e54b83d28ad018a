import { mkdir } from "node:fs/promises";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance } from "fastify";
import { UPLOADS_PREFIX } from "./prepare.ts";

const TYPES: Record<string, string> = {
  jpg: "image/jpeg",
  png: "image/png",
  webp: "image/webp",
  avif: "image/avif",
  gif: "image/gif",
};
const NAME = /^\/[\w-]+\.(jpg|png|webp|avif|gif)$/;

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
      reply.header("content-type", TYPES[file.split(".").at(-1)!] ?? "application/octet-stream");
      reply.header("x-content-type-options", "nosniff");
      reply.header("content-security-policy", "default-src 'none'; sandbox");
    },
  });
}
