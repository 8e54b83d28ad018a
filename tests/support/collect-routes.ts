import { subscribe, unsubscribe } from "node:diagnostics_channel";
import type { FastifyInstance } from "fastify";

/** Collects every route registered while `build` runs, as `GET /api/orders/:id`. */
export async function collectRoutes(build: () => Promise<unknown>) {
  const found = new Set<string>();
  const onInitialization = (message: unknown) => {
    (message as { fastify: FastifyInstance }).fastify.addHook("onRoute", ({ method, url }) => {
      // HEAD follows GET.
      for (const name of [method].flat()) if (name !== "HEAD") found.add(`${name} ${url.replace(/(?<=.)\/$/, "")}`);
    });
  };
  subscribe("fastify.initialization", onInitialization);
  try {
    await build();
  } finally {
    unsubscribe("fastify.initialization", onInitialization);
  }
  return [...found].sort();
}
