import type { FastifyInstance } from "fastify";
import { categories } from "../../../site.config.ts";
import { slugOf } from "../../contracts/categories.ts";
import type { Catalogue } from "../catalogue/service.ts";
import { blogFeed } from "./feed.ts";
import { sitemap } from "./sitemap.ts";

const categoryPaths = categories.flatMap(({ name, subCategories }) => [
  `/products/${slugOf(name)}`,
  ...subCategories.map((sub) => `/products/${slugOf(name)}/${slugOf(sub)}`),
]);

/** Pages that belong to one person, and what is no page at all. */
const PRIVATE = ["/api/", "/admin", "/cart", "/checkout", "/success", "/profile", "/reset-password/"];

interface DiscoveryDeps {
  catalogue: Catalogue;
  origin: string;
}

/** What search engines and feed readers ask for. */
export async function discoveryRoutes(app: FastifyInstance, { catalogue, origin }: DiscoveryDeps) {
  const hidden = { schema: { hide: true } };
  const madeOf = (...lists: string[]) => ({ ...hidden, config: { madeOf: () => lists } });
  app.get("/robots.txt", hidden, (_request, reply) => {
    const rules = PRIVATE.map((path) => `Disallow: ${path}`).join("\n");
    return reply.type("text/plain; charset=utf-8").send(`User-agent: *\n${rules}\n\nSitemap: ${origin}/sitemap.xml\n`);
  });
  app.get("/sitemap.xml", madeOf("products", "courses", "experts", "blogs"), async (_request, reply) =>
    reply.type("application/xml; charset=utf-8").send(await sitemap(catalogue, origin, categoryPaths)),
  );
  app.get("/blogs/rss.xml", madeOf("blogs"), async (_request, reply) =>
    reply.type("application/rss+xml; charset=utf-8").send(await blogFeed(catalogue, origin)),
  );
}
