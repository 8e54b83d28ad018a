import MarkdownIt from "markdown-it";

const OWN = "http://own.invalid";
const OUTSIDE = ["http:", "https:", "mailto:"];
/** A preview needs only the beginning; marks take some of it. */
const PREVIEW_SOURCE = 2000;

/** Where a link may lead: out over the web or by mail, or to a page of this shop. */
function isGoodLink(href: string) {
  const url = URL.parse(href);
  if (url) return OUTSIDE.includes(url.protocol);
  return /^[/#]/.test(href) && URL.parse(href, OWN)?.origin === OWN;
}

/** HTML in the text is text. Links that lead nowhere good stay as they were typed. */
const markdown = new MarkdownIt({ html: false, breaks: true, linkify: false });
markdown.validateLink = isGoodLink;

// A picture in the text would ask another server for it, or show what the owner did not upload: its words stand in.
markdown.renderer.rules.image = (tokens, index) => markdown.utils.escapeHtml(tokens[index]?.content ?? "");

// What was typed without an address is no link; its words stay.
markdown.core.ruler.push("links-to-nowhere", ({ tokens }) => {
  for (const token of tokens) {
    let leadsNowhere = false;
    const isKept = (child: (typeof tokens)[number]) => {
      if (child.type === "link_open") leadsNowhere = !child.attrGet("href");
      return !leadsNowhere || !child.type.startsWith("link_");
    };
    if (token.children) token.children = token.children.filter(isKept);
  }
});

// What is no address of this shop is not vouched for.
markdown.core.ruler.push("outside-links", ({ tokens }) => {
  for (const { children } of tokens) {
    for (const token of children ?? []) {
      const href = token.type === "link_open" ? token.attrGet("href") : null;
      if (href && !/^[/#]/.test(String(href))) token.attrSet("rel", "noopener nofollow");
    }
  }
});

// The article's title is the page's one h1: the headings in it start at h2 and leave no level out.
markdown.core.ruler.push("heading-levels", ({ tokens }) => {
  const headings = tokens.filter(({ type }) => type === "heading_open" || type === "heading_close");
  const used = [...new Set(headings.map(({ tag }) => tag))].sort();
  for (const token of headings) token.tag = `h${Math.min(6, used.indexOf(token.tag) + 2)}`;
});

// Aligned table columns come as `style`, which the page's security policy refuses.
markdown.core.ruler.push("no-styles", ({ tokens }) => {
  for (const token of tokens) if (token.attrs) token.attrs = token.attrs.filter(([name]) => name !== "style");
});

/** An article's Markdown as HTML that is safe to put into a page. */
export const renderArticle = (content: string) => markdown.render(content);

/** The words of a Markdown text without its marks, on one line. */
function wordsOf(content: string) {
  const words = markdown.parse(content, {}).flatMap((token) => {
    if (token.type !== "inline") return token.content ? [token.content] : [];
    return [token.children?.map(({ type, content }) => (type.endsWith("break") ? " " : content)).join("") ?? ""];
  });
  return words.join(" ").replace(/\s+/g, " ").trim();
}

/** The first characters of an article as a card shows them. */
export function previewOf(content: string, length = 150) {
  const letters = [...wordsOf(content.slice(0, PREVIEW_SOURCE))];
  return letters.length > length ? `${letters.slice(0, length).join("").trimEnd()}…` : letters.join("");
}
