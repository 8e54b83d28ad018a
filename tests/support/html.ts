import { request } from "./http-clients.ts";

const ENTITIES: Record<string, string> = { "&amp;": "&", "&lt;": "<", "&gt;": ">", "&quot;": '"', "&#x27;": "'" };

/** The text of HTML: each element's text is separated by one space. */
const textOf = (html: string) =>
  html
    .replace(/<!--.*?-->/gs, "")
    .replace(/<(script|style)\b.*?<\/\1>/gs, "")
    .replace(/<[^>]+>/g, " ")
    .replace(/&(amp|lt|gt|quot|#x27);/g, (entity) => ENTITIES[entity]!)
    .replace(/\s+/g, " ");

/** A page as a browser without scripts shows it. */
export async function readPage(address: string) {
  const { status, headers, body } = await request(address);
  const html = body.toString("utf8");
  const main = /<main\b.*<\/main>/s.exec(html)?.[0] ?? "";
  return {
    status,
    headers,
    html,
    main,
    text: textOf(main),
    title: textOf(/<h1\b.*?<\/h1>/s.exec(main)?.[0] ?? "").trim(),
    articles: [...main.matchAll(/<article\b.*?<\/article>/gs)].map(([article]) => textOf(article)),
  };
}
