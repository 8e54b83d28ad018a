import type { MetaDescriptor } from "react-router";
import { site } from "../../../site.config.ts";
import { readImagePath } from "../../contracts/image-path.ts";

interface PageMeta {
  title: string;
  description: string;
  /** The canonical path. */
  path: string;
  /** The `matches` of a route's `meta`; the root's loader data has the shop's origin. */
  matches: readonly ({ id: string; loaderData?: unknown } | undefined)[];
  image?: string;
}

/** The shop's origin, for absolute URLs of pages and pictures. */
export function originOf(matches: PageMeta["matches"]) {
  const root = matches.find((match) => match?.id === "root")?.loaderData as { origin: string } | undefined;
  return root?.origin ?? "";
}

/** Messengers show no AVIF: their preview gets the largest WebP copy. */
function previewImage(image: string) {
  const copies = image.endsWith(".avif") ? readImagePath(image)?.copies : undefined;
  return copies?.findLast(({ path }) => path !== image)?.path ?? image;
}

/** Title, description, canonical URL and link preview of a page. */
export function pageMeta({ title, description, path, matches, image }: PageMeta): MetaDescriptor[] {
  const origin = originOf(matches);
  const fullTitle = path === "/" ? `${site.brand}: ${site.tagline}` : `${title} | ${site.brand}`;
  return [
    { title: fullTitle },
    { name: "description", content: description },
    { tagName: "link", rel: "canonical", href: `${origin}${path}` },
    { property: "og:type", content: "website" },
    { property: "og:site_name", content: site.brand },
    { property: "og:title", content: title },
    { property: "og:description", content: description },
    { property: "og:url", content: `${origin}${path}` },
    { property: "og:image", content: `${origin}${image ? previewImage(image) : "/share.png"}` },
    { name: "twitter:card", content: "summary_large_image" },
  ];
}

/** `pageMeta` of a page that search engines must not index: it concerns one person only. */
export const privatePageMeta = (page: PageMeta): MetaDescriptor[] => [
  ...pageMeta(page),
  { name: "robots", content: "noindex" },
];

/** Cuts a longer text at a word. */
export function shorten(text: string, length = 155) {
  const flat = text.replace(/\s+/g, " ").trim();
  if (flat.length <= length) return flat;
  const lastSpace = flat.lastIndexOf(" ", length);
  return `${lastSpace > 0 ? flat.slice(0, lastSpace) : [...flat].slice(0, length).join("")}…`;
}
