import { site } from "../../../site.config.ts";
import type { Catalogue } from "../catalogue/service.ts";
import { element, escapeXml, textElement } from "./xml.ts";

const NEWEST = 20;
const PREVIEW = 400;

/** The beginning of a post. Counted in whole characters, so that none is cut in two. */
function previewOf(content: string) {
  const beginning = [...content.slice(0, PREVIEW * 2)].slice(0, PREVIEW).join("");
  return beginning.length < content.length ? `${beginning}…` : content;
}

/** The blog's newest posts for feed readers. */
export async function blogFeed(catalogue: Catalogue, origin: string) {
  const { items } = await catalogue.blogs.list({ limit: NEWEST }, "public");
  const posts = items.map((post) => {
    const address = `${origin}/blogs/${post._id}`;
    return element(
      "item",
      [
        textElement("title", post.title),
        textElement("link", address),
        `<guid isPermaLink="true">${escapeXml(address)}</guid>`,
        textElement("pubDate", new Date(post.createdAt).toUTCString()),
        textElement("description", previewOf(post.content)),
      ].join(""),
    );
  });
  const channel = [
    textElement("title", `${site.brand} blog`),
    textElement("link", `${origin}/blogs`),
    textElement("description", site.description),
    textElement("language", site.locale),
    `<atom:link href="${escapeXml(`${origin}/blogs/rss.xml`)}" rel="self" type="application/rss+xml"/>`,
    ...posts,
  ].join("\n");
  return `<?xml version="1.0" encoding="UTF-8"?>\n<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom">\n${element("channel", channel)}\n</rss>\n`;
}
