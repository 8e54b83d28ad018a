import type { Findings } from "../findings.ts";
import { compareWithBare, type Target } from "../interleave.ts";
import type { Setting } from "../setting.ts";

const ROUNDS = 3;

async function firstId(url: string, kind: string) {
  const reply = await fetch(`${url}/api/${kind}?page=1&limit=1`);
  const [first] = (await reply.json()) as { _id: string }[];
  return first!._id;
}

async function describe(url: string, name: string, path: string, encoding: "br" | "identity"): Promise<Target> {
  const headers = { "accept-encoding": encoding };
  const ask = async () => {
    const reply = await fetch(url + path, { headers });
    const body = await reply.arrayBuffer();
    return { etag: reply.headers.get("etag"), length: Number(reply.headers.get("content-length") ?? body.byteLength) };
  };
  await ask();
  // The compressed form follows a moment after the first answer.
  let told = await ask();
  for (let tries = 0; encoding === "br" && !told.etag?.endsWith('-br"') && tries < 50; tries++) told = await ask();
  return { name: `${name}, ${told.length} bytes`, paths: [path], headers, bytes: told.length };
}

/** What everyone sees, answered from memory; and the same page made anew for every request. */
export async function pages(setting: Setting): Promise<Findings> {
  const shop = await setting.shop();
  const product = await firstId(shop.url, "products");
  const list = await describe(shop.url, "list page, brotli", "/products", "br");
  const cached = [
    await describe(shop.url, "home page, brotli", "/", "br"),
    list,
    await describe(shop.url, "list page, plain", "/products", "identity"),
    await describe(shop.url, "product page, brotli", `/product/${product}`, "br"),
    await describe(shop.url, "JSON list, plain", "/api/products?page=1&limit=6", "identity"),
    await describe(shop.url, "JSON list, brotli", "/api/products?page=1&limit=6", "br"),
    await describe(shop.url, "JSON product, plain", `/api/products/${product}`, "identity"),
  ];
  const etag = (await fetch(`${shop.url}/products`, { headers: list.headers })).headers.get("etag")!;
  const unchanged: Target = {
    name: "304, list page",
    paths: ["/products"],
    headers: { ...list.headers, "if-none-match": etag },
  };
  // Whoever shows a token is never answered from memory, and the page itself does not read it: it is rendered anew, of the API's kept answers.
  const rendered: Target = {
    name: "list page, made anew",
    paths: ["/products"],
    headers: { authorization: "Bearer none" },
  };
  const bare = await setting.bare();
  const kept = await compareWithBare("Pages and public JSON", shop, bare, [...cached, unchanged], ROUNDS);
  // After the others: what rendering leaves behind to be cleared away is not to be paid by answers that need none.
  const anew = await compareWithBare("Pages made anew", shop, bare, [rendered], ROUNDS);
  const check = ({ name }: Target, { shareOf }: typeof kept, atLeast: number) => ({
    what: name,
    unit: "of bare",
    measured: shareOf(name),
    atLeast,
  });
  return {
    tables: [kept.table, anew.table],
    checks: [
      ...cached.map((target) => check(target, kept, 0.8)),
      check(unchanged, kept, 0.85),
      check(rendered, anew, 0.05),
    ],
  };
}
