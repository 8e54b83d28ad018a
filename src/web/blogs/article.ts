import MarkdownIt from "markdown-it";

const SHOP_ORIGIN = "http://own.invalid";
const EXTERNAL_PROTOCOLS = ["http:", "https:", "mailto:"];
/** Characters of Markdown that are parsed for a preview. */
const PREVIEW_SOURCE = 2000;

/** Allows http(s) and mailto links, and paths of this shop. */
function isAllowedLink(href: string) {
  const url = URL.parse(href);
  if (url) return EXTERNAL_PROTOCOLS.includes(url.protocol);
  return /^[/#]/.test(href) && URL.parse(href, SHOP_ORIGIN)?.origin === SHOP_ORIGIN;
}

/** HTML is shown as text; links that are not allowed stay as typed. */
const markdown = new MarkdownIt({ html: false, breaks: true, linkify: false });
markdown.validateLink = isAllowedLink;

// Inline images are replaced by their alt text: they would load from other servers.
markdown.renderer.rules.image = (tokens, index) => markdown.utils.escapeHtml(tokens[index]?.content ?? "");

// A link without an address becomes plain text.
markdown.core.ruler.push("empty-links", ({ tokens }) => {
  for (const token of tokens) {
    let isEmptyLink = false;
    const isIncluded = (child: (typeof tokens)[number]) => {
      if (child.type === "link_open") isEmptyLink = !child.attrGet("href");
      return !isEmptyLink || !child.type.startsWith("link_");
    };
    if (token.children) token.children = token.children.filter(isIncluded);
  }
});

// External links pass no ranking and no `window.opener`.
markdown.core.ruler.push("external-links", ({ tokens }) => {
  for (const { children } of tokens) {
    for (const token of children ?? []) {
      const href = token.type === "link_open" ? token.attrGet("href") : null;
      if (href && !/^[/#]/.test(String(href))) token.attrSet("rel", "noopener nofollow");
    }
  }
});

// The title is the page's only h1: headings in the text start at h2 and skip no level.
markdown.core.ruler.push("heading-levels", ({ tokens }) => {
  const headings = tokens.filter(({ type }) => type === "heading_open" || type === "heading_close");
  const used = [...new Set(headings.map(({ tag }) => tag))].sort();
  for (const token of headings) token.tag = `h${Math.min(6, used.indexOf(token.tag) + 2)}`;
});

// Aligned table columns carry `style`, which the content security policy blocks.
markdown.core.ruler.push("no-styles", ({ tokens }) => {
  for (const token of tokens) if (token.attrs) token.attrs = token.attrs.filter(([name]) => name !== "style");
});

/** Renders Markdown as HTML that is safe to insert into a page. */
export const renderArticle = (content: string) => markdown.render(content);

/** Strips Markdown to plain text on one line. */
function toPlainText(content: string) {
  const texts = markdown.parse(content, {}).flatMap((token) => {
    if (token.type !== "inline") return token.content ? [token.content] : [];
    return [token.children?.map(({ type, content }) => (type.endsWith("break") ? " " : content)).join("") ?? ""];
  });
  return texts.join(" ").replace(/\s+/g, " ").trim();
}

/** The first characters of an article as plain text. */
export function previewOf(content: string, length = 150) {
  const characters = [...toPlainText(content.slice(0, PREVIEW_SOURCE))];
  return characters.length > length ? `${characters.slice(0, length).join("").trimEnd()}…` : characters.join("");
}
