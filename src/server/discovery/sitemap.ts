import type { Catalogue } from "../catalogue/service.ts";
import { element, textElement } from "./xml.ts";

const PAGES = [
  "/",
  "/about",
  "/courses",
  "/products",
  "/experts",
  "/blogs",
  "/contact",
  "/terms_and_conditions",
  "/privacy_policy",
];
/** A sitemap may list 50,000 addresses; the newest of each kind go in. */
const MAX_OF_EACH = 12_000;

/** Every page a search engine should know. */
export async function sitemap(catalogue: Catalogue, origin: string, categoryPaths: string[]) {
  const kinds = [
    { at: "/product", ids: await catalogue.products.newest(MAX_OF_EACH) },
    { at: "/course", ids: await catalogue.courses.newest(MAX_OF_EACH) },
    { at: "/experts", ids: await catalogue.experts.newest(MAX_OF_EACH) },
    { at: "/blogs", ids: await catalogue.blogs.newest(MAX_OF_EACH) },
  ];
  const paths = [...PAGES, ...categoryPaths, ...kinds.flatMap(({ at, ids }) => ids.map((id) => `${at}/${id}`))];
  const urls = paths.map((path) => element("url", textElement("loc", origin + path)));
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls.join("\n")}\n</urlset>\n`;
}
