import type { FastifyInstance } from "fastify";
import type { ServerBuild } from "react-router";
import { createServer } from "vite";
import { pageRoutes, type StorefrontOptions } from "./storefront.ts";

export async function devServer(app: FastifyInstance, { root, ...options }: StorefrontOptions) {
  const vite = await createServer({
    root,
    appType: "custom",
    server: { middlewareMode: true, hmr: { server: app.server } },
  });
  app.addHook("onClose", () => vite.close());
  app.addHook("onRequest", (request, reply, done) => {
    if (request.url.startsWith("/api") || request.url.startsWith("/uploads")) return done();
    vite.middlewares(request.raw, reply.raw, () => {
      // Vite adds inline scripts that have no nonce.
      reply.removeHeader("content-security-policy");
      done();
    });
  });
  const build = () => vite.ssrLoadModule("virtual:react-router/server-build") as Promise<ServerBuild>;
  pageRoutes(app, build, { ...options, mode: "development" });
}
