import type { MetaDescriptor } from "react-router";
import { site } from "../../../site.config.ts";

interface Page {
  title: string;
  description: string;
  /** The address under which this page should be found, without the host. */
  path: string;
  /** The matches a route's `meta` is given; the root's data holds the shop's own address. */
  matches: readonly ({ id: string; loaderData?: unknown } | undefined)[];
  image?: string;
}

/** The shop's own address, for what must name a page or a picture in full. */
export function originOf(matches: Page["matches"]) {
  const root = matches.find((match) => match?.id === "root")?.loaderData as { origin: string } | undefined;
  return root?.origin ?? "";
}

/** Title, description, canonical address and link preview of a page. */
export function pageMeta({ title, description, path, matches, image }: Page): MetaDescriptor[] {
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
    { property: "og:image", content: `${origin}${image ?? "/share.png"}` },
    { name: "twitter:card", content: "summary_large_image" },
  ];
}

/** The first sentence or so of a longer text, cut at a word. */
export function summaryOf(text: string, length = 155) {
  const flat = text.replace(/\s+/g, " ").trim();
  if (flat.length <= length) return flat;
  const lastSpace = flat.lastIndexOf(" ", length);
  return `${lastSpace > 0 ? flat.slice(0, lastSpace) : [...flat].slice(0, length).join("")}…`;
}
