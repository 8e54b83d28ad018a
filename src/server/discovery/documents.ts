import { slugOf } from "../../contracts/catalogue/category-rules.ts";
import { LOCALE } from "../../contracts/locale.ts";
import type { Settings } from "../../contracts/settings/settings.ts";
import type { Catalogue } from "../catalogue/service.ts";

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
const categoryPages = ({ categories: { categories } }: Settings) =>
  categories.flatMap(({ name, subCategories }) => [
    `/products/${slugOf(name)}`,
    ...subCategories.map((sub) => `/products/${slugOf(name)}/${slugOf(sub.name)}`),
  ]);
/** Keeps the sitemap below its limit of 50,000 URLs. Lists the newest records of each kind. */
const MAX_PER_KIND = 12_000;
const MAX_POSTS = 20;
const PREVIEW_LENGTH = 400;

const XML = '<?xml version="1.0" encoding="UTF-8"?>\n';
const ENTITIES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&apos;" };

/** Escapes markup and removes characters that XML 1.0 forbids. */
const escapeXml = (text: string) =>
  text.replace(/[&<>"']/g, (character) => ENTITIES[character]!).replace(/[^\P{Cc}\n\t]|[\ufffe\uffff]/gu, "");

const textElement = (name: string, text: string) => `<${name}>${escapeXml(text)}</${name}>`;

export async function sitemap({ products, courses, experts, blogs }: Catalogue, settings: Settings, origin: string) {
  const kinds = { "/product": products, "/course": courses, "/experts": experts, "/blogs": blogs };
  const paths = [...PAGES, ...categoryPages(settings)];
  for (const [path, kind] of Object.entries(kinds))
    for (const id of await kind.newest(MAX_PER_KIND)) paths.push(`${path}/${id}`);
  const urls = paths.map((path) => `<url>${textElement("loc", origin + path)}</url>`);
  return `${XML}<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls.join("\n")}\n</urlset>\n`;
}

/** Counts code points, so that no character is cut in two. */
function toPreview(content: string) {
  const start = [...content.slice(0, PREVIEW_LENGTH * 2)].slice(0, PREVIEW_LENGTH).join("");
  return start.length < content.length ? `${start}…` : content;
}

/** RSS 2.0. */
export async function blogFeed(catalogue: Catalogue, { business }: Settings, origin: string) {
  const { items } = await catalogue.blogs.list({ limit: MAX_POSTS }, "public");
  const posts = items.map((post) => {
    const url = `${origin}/blogs/${post._id}`;
    const elements = [
      textElement("title", post.title),
      textElement("link", url),
      `<guid isPermaLink="true">${escapeXml(url)}</guid>`,
      textElement("pubDate", new Date(post.createdAt).toUTCString()),
      textElement("description", toPreview(post.content)),
    ];
    return `<item>${elements.join("")}</item>`;
  });
  const channel = [
    textElement("title", `${business.brand} blog`),
    textElement("link", `${origin}/blogs`),
    textElement("description", business.description),
    textElement("language", LOCALE),
    `<atom:link href="${escapeXml(`${origin}/blogs/rss.xml`)}" rel="self" type="application/rss+xml"/>`,
    ...posts,
  ];
  return `${XML}<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom">\n<channel>${channel.join("\n")}</channel>\n</rss>\n`;
}
