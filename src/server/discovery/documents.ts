import { listPath } from "../../contracts/catalogue/category-rules.ts";
import { factPath, pageFacts } from "../../contracts/catalogue/product-rules.ts";
import { LOCALE } from "../../contracts/locale.ts";
import type { Settings } from "../../contracts/settings/settings.ts";
import type { Catalogue } from "../catalogue/service.ts";

const PAGES = [
  "/",
  "/about",
  "/courses",
  "/products",
  "/find-your-stone",
  "/experts",
  "/blogs",
  "/contact",
  "/terms_and_conditions",
  "/privacy_policy",
  "/reviews-policy",
];
const categoryPages = ({ categories: { categories } }: Settings) =>
  categories.flatMap(({ name, subCategories }) => [
    listPath(name),
    ...subCategories.map((sub) => listPath(name, sub.name)),
  ]);
/** Keeps the sitemap below its limit of 50,000 URLs. Lists the newest records of each kind. */
const MAX_PER_KIND = 12_000;
const MAX_POSTS = 20;
const PREVIEW_LENGTH = 400;

export const XML = '<?xml version="1.0" encoding="UTF-8"?>\n';
const ENTITIES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&apos;" };

/** Escapes markup and removes characters that XML 1.0 forbids. */
export const escapeXml = (text: string) =>
  text.replace(/[&<>"'\ufffe\uffff]|[^\P{Cc}\n\t]/gu, (character) => ENTITIES[character] ?? "");

export const textElement = (name: string, text: string) => `<${name}>${escapeXml(text)}</${name}>`;

export async function sitemap(catalogue: Catalogue, settings: Settings, origin: string) {
  const { products, courses, experts, blogs } = catalogue;
  const kinds = { "/product": products, "/course": courses, "/experts": experts, "/blogs": blogs };
  const facets = await catalogue.countFacets({});
  const factPages = pageFacts.flatMap(({ name, facet }) => facets[facet].map(({ value }) => factPath(name, value)));
  const paths = [...PAGES, ...categoryPages(settings), ...new Set(factPages)];
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

const ownIcons = [
  { src: "/favicon.svg", sizes: "any", type: "image/svg+xml" },
  { src: "/icon-192.png", sizes: "192x192", type: "image/png" },
  { src: "/logo.png", sizes: "512x512", type: "image/png" },
  { src: "/logo.png", sizes: "512x512", type: "image/png", purpose: "maskable" },
];

export const manifest = ({ business: { brand, description }, look: { icon } }: Settings) => ({
  id: "/",
  name: brand,
  short_name: brand,
  description,
  lang: LOCALE,
  dir: "ltr",
  start_url: "/",
  scope: "/",
  display: "standalone",
  background_color: "#fbf7ee",
  theme_color: "#fbf7ee",
  icons: icon ? [{ src: icon, sizes: "any", purpose: "any" }] : ownIcons,
  shortcuts: [
    { name: "Shop Products", url: "/products" },
    { name: "Explore Courses", url: "/courses" },
  ],
});

const rupees = (amount: number) => `₹${amount.toLocaleString("en-IN")}`;
/** Titles are written by the owner: a line break or a bracket must not change the document. */
const plain = (text: string) => text.replace(/[\s[\]()]+/g, " ").trim();
const link = (name: string, url: string) => `[${plain(name)}](${url})`;

/** The public summary of the shop for language models, as Markdown (llmstxt.org). */
export async function llmsText({ products, courses, experts }: Catalogue, settings: Settings, origin: string) {
  const { business, categories, packages } = settings;
  const [pieces, allCourses, allExperts] = await Promise.all([
    products.list({ limit: 1 }, "public"),
    courses.list({ limit: 50 }, "public"),
    experts.list({ limit: 50 }, "public"),
  ]);
  const categoryLines = categories.categories.map(({ name, subCategories }) => {
    const parts = subCategories.length > 0 ? `: ${subCategories.map((sub) => sub.name).join(", ")}` : "";
    return `- ${link(name, `${origin}${listPath(name)}`)}${parts}`;
  });
  const courseLines = allCourses.items.map(
    ({ _id, title, offerPrice }) => `- ${link(title, `${origin}/course/${_id}`)}: ${rupees(offerPrice)}`,
  );
  const expertLines = allExperts.items.map(
    ({ _id, name, domain, price }) =>
      `- ${link(name, `${origin}/experts/${_id}`)}: ${plain(domain)}${price === null ? "" : `, ${rupees(price)} a minute`}`,
  );
  const packageLines = packages.packages.map(
    ({ title, minutes, audioPrice, videoPrice }) =>
      `- ${title}: ${minutes} minutes, ${rupees(audioPrice)} by phone, ${rupees(videoPrice)} by video`,
  );
  return [
    `# ${business.brand}`,
    `> ${business.description}`,
    "Prices are in Indian rupees. Orders are paid online.",
    `Agents can search and order by the Universal Commerce Protocol: ${origin}/.well-known/ucp`,
    `## Products\n\n${pieces.total} pieces. ${link("All products", `${origin}/products`)}\n\n${categoryLines.join("\n")}`,
    `## Courses\n\n${courseLines.join("\n")}`,
    `## Experts\n\n${expertLines.join("\n")}`,
    `## Consultation packages\n\n${packageLines.join("\n")}`,
    [
      "## Contact\n",
      `- Phone: ${business.phone}`,
      `- WhatsApp: https://wa.me/${business.whatsapp}`,
      `- E-mail: ${business.email}`,
      `- Address: ${business.address.join(", ")}`,
      `- ${link("Contact form", `${origin}/contact`)}`,
      `- ${link("Terms and Conditions", `${origin}/terms_and_conditions`)}`,
    ].join("\n"),
  ]
    .join("\n\n")
    .concat("\n");
}
