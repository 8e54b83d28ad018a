import type { FastifyInstance } from "fastify";
import type { Catalogue } from "../catalogue/service.ts";
import { SETTINGS_TAG, type SettingsService } from "../settings/service.ts";
import { blogFeed, llmsText, manifest, sitemap } from "./documents.ts";

const DISALLOWED = [
  "/api/",
  "/admin",
  "/cart",
  "/search",
  "/checkout",
  "/ucp/",
  "/success",
  "/profile",
  "/reset-password/",
  "/invitation/",
  "/join/",
  "/desk",
];

interface DiscoveryDeps {
  catalogue: Catalogue;
  settings: SettingsService;
  origin: string;
}

export async function discoveryRoutes(app: FastifyInstance, { catalogue, settings, origin }: DiscoveryDeps) {
  const hidden = { schema: { hide: true } };
  const cachedBy = (...lists: string[]) => ({ ...hidden, config: { cache: { tags: () => [...lists, SETTINGS_TAG] } } });
  app.get("/robots.txt", hidden, (_request, reply) => {
    const rules = DISALLOWED.map((path) => `Disallow: ${path}`).join("\n");
    return reply.type("text/plain; charset=utf-8").send(`User-agent: *\n${rules}\n\nSitemap: ${origin}/sitemap.xml\n`);
  });
  app.get("/manifest.webmanifest", cachedBy(), async (_request, reply) =>
    reply.type("application/manifest+json").send(JSON.stringify(manifest(await settings.read()))),
  );
  app.get("/llms.txt", cachedBy("products", "courses", "experts"), async (_request, reply) =>
    reply.type("text/markdown; charset=utf-8").send(await llmsText(catalogue, await settings.read(), origin)),
  );
  app.get("/sitemap.xml", cachedBy("products", "courses", "experts", "blogs"), async (_request, reply) =>
    reply.type("application/xml; charset=utf-8").send(await sitemap(catalogue, await settings.read(), origin)),
  );
  app.get("/blogs/rss.xml", cachedBy("blogs"), async (_request, reply) =>
    reply.type("application/rss+xml; charset=utf-8").send(await blogFeed(catalogue, await settings.read(), origin)),
  );
}
