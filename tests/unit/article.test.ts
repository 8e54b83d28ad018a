import fc from "fast-check";
import { expect, test } from "vitest";
import { defaultSettings } from "../../site.config.ts";
import { previewOf, readArticle, renderArticle } from "../../src/web/blogs/article.ts";
import { shownDocument } from "../../src/web/pages/legal/legal-document.ts";
import { standardTerms } from "../../src/web/pages/legal/terms.ts";

/** The allowed tags and attributes; everything else is text. */
const TAG = /<(\/?)([a-z][a-z0-9]*)((?:\s[^<>]*)?)>/gi;
const ALLOWED = new Set(
  "p br hr em strong s h2 h3 h4 h5 h6 ul ol li blockquote code pre a table thead tbody tr th td".split(" "),
);
const ATTRIBUTE = /\s([a-z-]+)="([^"]*)"/gi;

function expectHarmless(html: string) {
  for (const [, , name = "", attributes = ""] of html.matchAll(TAG)) {
    expect(ALLOWED).toContain(name.toLowerCase());
    for (const [, attribute = "", value = ""] of attributes.matchAll(ATTRIBUTE)) {
      expect(["href", "title", "rel", "start", "class", "id"]).toContain(attribute);
      if (attribute === "id") expect(value).toMatch(/^part(-[\p{L}\p{M}\p{N}]+)*(--\d+)?$/u);
      if (attribute === "href") expect(value).toMatch(/^(https?:|mailto:|tel:|\/(?![/\\])|\/$|#)/i);
    }
  }
  // Every "<" that is left starts one of the tags above.
  expect(html.replace(TAG, "")).not.toContain("<");
}

test("paragraphs, emphasis, lists, quotes and code become HTML", () => {
  const html = renderArticle("One *two* **three**\n\n- a\n- b\n\n1. c\n\n> said\n\n`code`");
  for (const part of [
    "<p>One <em>two</em> <strong>three</strong></p>",
    "<ul>",
    "<li>a</li>",
    "<ol>",
    "<blockquote>",
    "<code>code</code>",
  ])
    expect(html).toContain(part);
  expectHarmless(html);
});

test("line breaks are kept", () => {
  expect(renderArticle("first\nsecond")).toBe("<p>first<br>\nsecond</p>\n");
});

test("headings start at h2 and skip no level", () => {
  const render = (content: string) => renderArticle(content).replaceAll(/ id="[^"]*"/g, "");
  expect(render("# A\n\n### B\n\n# C")).toBe("<h2>A</h2>\n<h3>B</h3>\n<h2>C</h2>\n");
  expect(render("## A\n\n## B")).toBe("<h2>A</h2>\n<h2>B</h2>\n");
  expect(render("A\n===\n\nB\n---")).toBe("<h2>A</h2>\n<h3>B</h3>\n");
  expect(render("# 1\n## 2\n### 3\n#### 4\n##### 5\n###### 6")).toContain("<h6>5</h6>\n<h6>6</h6>");
});

test("headings have an id made of their text; equal ones are numbered", () => {
  const { html, headings, words } = readArticle(
    "## Keep *dry*!\n\nOne two\nthree\n\n### हस्त रेखा\n\n## Keep dry\n\n## ?",
  );
  expect(headings).toEqual([
    { id: "part-keep-dry", text: "Keep dry!", isSub: false },
    { id: "part-हस्त-रेखा", text: "हस्त रेखा", isSub: true },
    { id: "part-keep-dry--2", text: "Keep dry", isSub: false },
    { id: "part", text: "?", isSub: false },
  ]);
  for (const { id } of headings) expect(html).toContain(`id="${id}"`);
  expect(words).toBe(10);
});

test("external links get rel=noopener nofollow, internal ones do not", () => {
  expect(renderArticle("[a](https://example.com/x?y=1&z=2)")).toBe(
    '<p><a href="https://example.com/x?y=1&amp;z=2" rel="noopener nofollow">a</a></p>\n',
  );
  expect(renderArticle("<https://example.com>")).toContain('rel="noopener nofollow"');
  expect(renderArticle("[a](mailto:a@example.com)")).toContain('href="mailto:a@example.com"');
  expect(renderArticle("[a](tel:+919000000000)")).toContain('href="tel:+919000000000"');
  expect(renderArticle("[a](/products/rudraksh)")).toBe('<p><a href="/products/rudraksh">a</a></p>\n');
  expect(renderArticle("[a](#top)")).toBe('<p><a href="#top">a</a></p>\n');
});

test("a bare URL stays text", () => {
  expect(renderArticle("see https://example.com")).not.toContain("<a");
});

test.each([
  "javascript:alert(1)",
  "JaVaScRiPt:alert(1)",
  "javascript&#58;alert(1)",
  "javascript&colon;alert(1)",
  "&#106;avascript:alert(1)",
  "&#x6A;&#x61;vascript:alert(1)",
  "java&Tab;script:alert(1)",
  "java%0ascript:alert(1)",
  "%6aavascript:alert(1)",
  "vbscript:msgbox(1)",
  "data:text/html,<b>x</b>",
  "data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==",
  "data:image/png;base64,AAAA",
  "file:///etc/passwd",
  "blob:https://example.com/1",
  "ftp://example.com",
  "tel:1",
  "//evil.example",
  "/\\evil.example",
  "/&Tab;/evil.example",
  "\\\\evil.example",
  "relative/page",
  "http:evil",
  "http://",
])("a link to %s is not rendered as an unsafe link", (href) => {
  for (const text of [
    `[x](${href})`,
    `[x](<${href}>)`,
    `[x][r]\n\n[r]: ${href}`,
    `<${href}>`,
    `[![y](${href})](${href})`,
  ]) {
    const html = renderArticle(text);
    expectHarmless(html);
    for (const [, target = ""] of html.matchAll(/href="([^"]*)"/g)) {
      const url = new URL(target.replaceAll("&amp;", "&"), "https://shop.example");
      // Browsers parse `http:evil` and the like as web addresses, so they count as external links.
      if (url.origin !== "https://shop.example") expect(html).toContain("nofollow");
      expect(["http:", "https:", "mailto:", "tel:"]).toContain(url.protocol);
    }
  }
});

test.each([
  "<script>alert(1)</script>",
  "<img src=x onerror=alert(1)>",
  "<svg/onload=alert(1)>",
  "<a href='javascript:alert(1)'>x</a>",
  "<iframe src=https://example.com></iframe>",
  "<style>*{display:none}</style>",
  "<!-- <script>alert(1)</script> -->",
  "<![CDATA[<script>alert(1)</script>]]>",
  "<?php echo 1 ?>",
  "<scr<script>ipt>alert(1)</scr</script>ipt>",
  "&lt;script&gt;alert(1)&lt;/script&gt;",
  "&#60;script&#62;alert(1)&#60;/script&#62;",
  "**<b onclick=alert(1)>**",
  "- <img src=x onerror=alert(1)>\n  > <script>",
  "# <script>alert(1)</script>",
  "| <script> |\n|---|\n| <img src=x onerror=alert(1)> |",
  "`<script>`",
  "```<script>\n</code></pre><script>alert(1)</script>\n```",
  '```" onmouseover="alert(1)\nx\n```',
  '[x](https://example.com "\\" onmouseover=\\"alert(1)")',
  '[x](https://example.com/"onmouseover="alert(1))',
  "[<img src=x onerror=alert(1)>](https://example.com)",
  '![" onerror="alert(1)](https://example.com/x.png)',
  "![<script>alert(1)</script>](/uploads/x.png)",
  "\u0000<script>alert(1)</script>",
  "<\nscript>alert(1)</script>",
])("HTML in an article is escaped: %j", (hostile) => {
  expectHarmless(renderArticle(hostile));
  expect(renderArticle("<script>alert(1)</script>")).toBe("<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>\n");
});

test("a link without an address becomes plain text", () => {
  expect(renderArticle("[a stone]()")).toBe("<p>a stone</p>\n");
  expect(renderArticle("[a]()[b](/b)")).toBe('<p>a<a href="/b">b</a></p>\n');
});

test("an inline image is replaced by its alt text", () => {
  expect(renderArticle("![a stone](https://example.com/x.png)")).toBe("<p>a stone</p>\n");
});

test("aligned table columns carry no style attribute", () => {
  const html = renderArticle("| a | b |\n|:-:|--:|\n| 1 | 2 |");
  expect(html).toContain("<td>1</td>");
  expect(html).not.toContain("style");
});

test("random input renders only allowed tags and attributes", () => {
  const piece = fc.constantFrom(
    ..."< > \" ' ` * _ [ ] ( ) ! # & ; : / \\ | - \n script onerror= javascript: data: href= <a <img &lt; &#60; https://e.example a".split(
      " ",
    ),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => expectHarmless(renderArticle(pieces.join("")))),
    { numRuns: 500 },
  );
});

test("a preview is the first 150 characters without Markdown syntax", () => {
  expect(
    previewOf(
      "## Start\n\nA **bold** [link](https://example.com) and `code`.\nNext ![pic](/x.png) <b>line</b>\n\n- one\n- two",
    ),
  ).toBe("Start A bold link and code. Next pic <b>line</b> one two");
  const long = "ab ".repeat(200);
  expect(previewOf(long)).toBe(`${long.slice(0, 150)}…`);
  expect(previewOf("x".repeat(150))).toBe("x".repeat(150));
  expect(previewOf("x".repeat(151))).toBe(`${"x".repeat(150)}…`);
  expect(previewOf("")).toBe("");
});

test("a preview never splits a character", () => {
  expect(previewOf("🌙".repeat(200))).toBe(`${"🌙".repeat(150)}…`);
});

test.each([
  ["data:text/html,<b>x</b>", false],
  ["vbscript:msgbox", false],
  ["javascript:alert", false],
  ["/\\evil.example", false],
  ["//evil.example", false],
  ["relative/page", false],
  ["/courses", true],
  ["#refunds", true],
  ["https://example.com/a", true],
  ["mailto:a@example.com", true],
  ["tel:+919000000000", true],
])("a legal text with a link to %s links there: %s", (href, isLink) => {
  const own = { text: `## Links\n\nSee [this](${href}).`, updatedOn: "2026-11-14" };
  const { sections } = shownDocument(standardTerms(defaultSettings), own);
  expect(sections[0]!.body).toEqual([isLink ? `See [this](${href}).` : "See this."]);
});
