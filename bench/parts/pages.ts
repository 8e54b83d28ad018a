import type { Environment } from "../environment.ts";
import type { Findings } from "../findings.ts";
import { compareWithBare, type Target } from "../interleave.ts";

const ROUNDS = 3;

async function firstId(url: string, kind: string) {
  const reply = await fetch(`${url}/api/${kind}?page=1&limit=1`);
  const [first] = (await reply.json()) as { _id: string }[];
  return first!._id;
}

async function describe(url: string, name: string, path: string, encoding: "br" | "identity"): Promise<Target> {
  const headers = { "accept-encoding": encoding };
  const load = async () => {
    const reply = await fetch(url + path, { headers });
    const body = await reply.arrayBuffer();
    return { etag: reply.headers.get("etag"), length: Number(reply.headers.get("content-length") ?? body.byteLength) };
  };
  await load();
  // The cache compresses in the background, after it has stored the response.
  let loaded = await load();
  for (let tries = 0; encoding === "br" && !loaded.etag?.endsWith('-br"') && tries < 50; tries++) loaded = await load();
  return { name: `${name}, ${loaded.length} bytes`, paths: [path], headers, bytes: loaded.length };
}

/** Cached pages and JSON, and the list page rendered for every request. */
export async function pages(environment: Environment): Promise<Findings> {
  const shop = await environment.shop();
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
  // Requests with a token bypass the response cache; the page itself ignores the token.
  const rendered: Target = {
    name: "list page, rendered anew",
    paths: ["/products"],
    headers: { authorization: "Bearer none" },
    warmUpSeconds: 10,
  };
  const bare = await environment.bare();
  const fromCache = await compareWithBare("Pages and public JSON", shop, bare, [...cached, unchanged], ROUNDS);
  // Last, so that its garbage collection does not slow the cached responses.
  const uncached = await compareWithBare("Pages rendered anew", shop, bare, [rendered], ROUNDS);
  const check = ({ name }: Target, { shareOf }: typeof fromCache, atLeast: number) => ({
    what: name,
    unit: "of bare",
    measured: shareOf(name),
    atLeast,
  });
  return {
    tables: [fromCache.table, uncached.table],
    checks: [
      ...cached.map((target) => check(target, fromCache, 0.65)),
      check(unchanged, fromCache, 0.7),
      check(rendered, uncached, 0.02),
    ],
  };
}
