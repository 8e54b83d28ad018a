import type { MetaDescriptor } from "react-router";
import { withoutAvif } from "../../contracts/catalogue/image-rules.ts";
import { originOf, shopOf } from "./site.ts";

interface PageMeta {
  title: string;
  description: string;
  path: string;
  /** The `matches` of a route's `meta`; the root's loader data has the shop's origin and name. */
  matches: Parameters<typeof shopOf>[0];
  image?: string;
}

const DRAWN = "/og/";
const drawnSize = [
  { property: "og:image:width", content: "1200" },
  { property: "og:image:height", content: "630" },
];

/** The drawn preview of a record's page: `server/discovery/share-picture.ts`. The version makes crawlers fetch it again. */
export const drawnPreview = (
  kind: "products" | "courses" | "experts",
  { _id, version }: { _id: string; version: number },
) => `${DRAWN}${kind}/${_id}.jpg?v=${version}`;

export function pageMeta({ title, description, path, matches, image }: PageMeta): MetaDescriptor[] {
  const origin = originOf(matches);
  const { brand, tagline, look } = shopOf(matches);
  const fullTitle = path === "/" ? `${brand}: ${tagline}` : `${title} | ${brand}`;
  const preview = `${origin}${image ? withoutAvif(image) : (look.logo ?? "/share.png")}`;
  return [
    { title: fullTitle },
    { name: "description", content: description },
    { tagName: "link", rel: "canonical", href: `${origin}${path}` },
    { property: "og:type", content: "website" },
    { property: "og:site_name", content: brand },
    { property: "og:title", content: title },
    { property: "og:description", content: description },
    { property: "og:url", content: `${origin}${path}` },
    { property: "og:image", content: preview },
    ...(image?.startsWith(DRAWN) ? drawnSize : []),
    { name: "twitter:image", content: preview },
    { name: "twitter:card", content: "summary_large_image" },
  ];
}

/** For a page that search engines reach through others, such as a list with filters. */
export const NOT_INDEXED: MetaDescriptor = { name: "robots", content: "noindex, follow" };

/** `pageMeta` of a page that search engines must not index: it concerns one person only. */
export const privatePageMeta = (page: PageMeta): MetaDescriptor[] => [
  ...pageMeta(page),
  { name: "robots", content: "noindex" },
];

const REFERRER = "no-referrer";

/** For a page whose URL contains a token: do not send it as a referrer. */
export const NO_REFERRER = { "referrer-policy": REFERRER };

/** The same, and no cache or search engine stores the page. */
export const SECRET_HEADERS = { ...NO_REFERRER, "cache-control": "no-store", "x-robots-tag": "noindex" };

type FixedMeta = Omit<PageMeta, "matches">;
type MetaArgs = Pick<PageMeta, "matches">;

/** The `meta` of a private route whose texts are fixed. */
export const privateMeta =
  (page: FixedMeta) =>
  ({ matches }: MetaArgs) =>
    privatePageMeta({ ...page, matches });

/** `privateMeta` of a page with `NO_REFERRER`. The header covers document requests, this tag client-side navigation. */
export const secretMeta =
  (page: FixedMeta) =>
  ({ matches }: MetaArgs): MetaDescriptor[] => [
    ...privatePageMeta({ ...page, matches }),
    { name: "referrer", content: REFERRER },
  ];

export function shorten(text: string, length = 155) {
  const characters = [...text.replace(/\s+/g, " ").trim()];
  if (characters.length <= length) return characters.join("");
  const lastSpace = characters.lastIndexOf(" ", length);
  return `${characters.slice(0, lastSpace > 0 ? lastSpace : length).join("")}…`;
}

/** `pageMeta` of a record's page, with the record and the breadcrumbs as schema.org data. */
export const detailMeta = (
  page: PageMeta,
  structured: object,
  crumbs: { name: string; to: string }[],
): MetaDescriptor[] => [
  ...pageMeta(page),
  { "script:ld+json": { ...structured } },
  {
    "script:ld+json": {
      "@context": "https://schema.org",
      "@type": "BreadcrumbList",
      itemListElement: [...crumbs, { name: page.title, to: page.path }].map(({ name, to }, index) => ({
        "@type": "ListItem",
        position: index + 1,
        name,
        item: `${originOf(page.matches)}${to}`,
      })),
    },
  },
];
