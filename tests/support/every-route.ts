import { subscribe, unsubscribe } from "node:diagnostics_channel";
import type { FastifyInstance } from "fastify";

/** Notes every route that is registered while `build` builds an app: as `GET /api/orders/:id`. */
export async function routesOf(build: () => Promise<unknown>) {
  const found = new Set<string>();
  const watch = (message: unknown) => {
    (message as { fastify: FastifyInstance }).fastify.addHook("onRoute", ({ method, url }) => {
      // An answer without its body is the same answer; what is known of GET holds for HEAD.
      for (const name of [method].flat()) if (name !== "HEAD") found.add(`${name} ${url.replace(/(?<=.)\/$/, "")}`);
    });
  };
  subscribe("fastify.initialization", watch);
  try {
    await build();
  } finally {
    unsubscribe("fastify.initialization", watch);
  }
  return [...found].sort();
}
