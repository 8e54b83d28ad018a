import MarkdownIt from "markdown-it";
import { isAllowedLink } from "../../contracts/link-rules.ts";
import { firstCharacters } from "../lib/preview.ts";

/** Characters of Markdown that are parsed for a preview. */
const PREVIEW_SOURCE = 2000;

/** HTML is shown as text; links that are not allowed stay as typed. */
const markdown = new MarkdownIt({ html: false, breaks: true, linkify: false });
markdown.validateLink = isAllowedLink;

// Inline images are replaced by their alt text: they would load from other servers.
markdown.renderer.rules.image = (tokens, index) => markdown.utils.escapeHtml(tokens[index]?.content ?? "");

// A link without a URL becomes plain text.
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

type Token = ReturnType<typeof markdown.parse>[number];

const inlineText = ({ children }: Token) =>
  children?.map(({ type, content }) => (type.endsWith("break") ? " " : content)).join("") ?? "";

/** `Stones to keep dry` → `part-stones-to-keep-dry`. The prefix prevents collisions with the page's own ids. */
const headingId = (text: string) =>
  ["part", ...text.toLowerCase().split(/[^\p{L}\p{M}\p{N}]+/u)].filter(Boolean).join("-");

// Anchors are derived from the heading's text, so that links to them survive edits elsewhere in the article.
markdown.core.ruler.push("heading-ids", ({ tokens }) => {
  const used = new Map<string, number>();
  tokens.forEach((token, index) => {
    if (token.type !== "heading_open") return;
    const id = headingId(inlineText(tokens[index + 1]!));
    const count = (used.get(id) ?? 0) + 1;
    used.set(id, count);
    token.attrSet("id", count > 1 ? `${id}--${count}` : id);
  });
});

/** Renders Markdown as HTML that is safe to insert into a page. */
export const renderArticle = (content: string) => markdown.render(content);

function toPlainText(tokens: Token[]) {
  const texts = tokens.flatMap((token) => {
    if (token.type !== "inline") return token.content ? [token.content] : [];
    return [inlineText(token)];
  });
  return texts.join(" ").replace(/\s+/g, " ").trim();
}

export function readArticle(content: string) {
  const tokens = markdown.parse(content, {});
  const headings = tokens.flatMap((token, index) => {
    const isShown = token.type === "heading_open" && (token.tag === "h2" || token.tag === "h3");
    const text = isShown ? inlineText(tokens[index + 1]!).trim() : "";
    return text ? [{ id: token.attrGet("id")!, text, isSub: token.tag === "h3" }] : [];
  });
  const words = toPlainText(tokens).split(" ").filter(Boolean).length;
  return { html: markdown.renderer.render(tokens, markdown.options, {}), headings, words };
}

export function previewOf(content: string, length = 150) {
  return firstCharacters(toPlainText(markdown.parse(content.slice(0, PREVIEW_SOURCE), {})), length);
}
