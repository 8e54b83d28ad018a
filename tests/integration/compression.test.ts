import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { expect } from "vitest";
import { makeProduct, unique } from "../support/forms.ts";
import { isFromCache, type Response, request } from "../support/http-clients.ts";
import { orderOne } from "../support/orders.ts";
import { picture } from "../support/pictures.ts";
import { type TestShop, test } from "../support/test-shop.ts";
import { until } from "../support/until.ts";

const accept = (encoding: string) => ({ "accept-encoding": encoding });

function decompress({ headers, body }: Response) {
  const encoding = headers["content-encoding"];
  if (encoding === "br") return brotliDecompressSync(body).toString("utf8");
  if (encoding === "gzip") return gunzipSync(body).toString("utf8");
  return body.toString("utf8");
}

/** Responses that no cache holds: a search, an uncached page, admin JSON and CSV. */
async function uncachedResponses(shop: TestShop): Promise<[path: string, headers: Record<string, string>][]> {
  const { title } = await makeProduct(shop, { description: "A stone. ".repeat(300) });
  for (let nth = 0; nth < 3; nth++) await orderOne(shop);
  const owner = { authorization: `Bearer ${shop.ownerToken}` };
  return [
    [`/api/products?q=${encodeURIComponent(title)}`, {}],
    [`/products?q=${encodeURIComponent(title)}`, {}],
    ["/login", {}],
    ["/api/orders", owner],
    ["/api/products.csv", owner],
  ];
}

test("compresses every uncached text response over 1 kB", async ({ shop, url }) => {
  for (const [path, headers] of await uncachedResponses(shop)) {
    const plain = await request(url + path, headers);
    expect(plain.headers["content-encoding"], path).toBeUndefined();
    expect(plain.body.length, path).toBeGreaterThan(1_000);
    for (const encoding of ["br", "gzip"]) {
      const packed = await request(url + path, { ...headers, ...accept(encoding) });
      expect(packed.headers["content-encoding"], path).toBe(encoding);
      expect(packed.headers.vary, path).toMatch(/accept-encoding/i);
      expect(packed.body.length, path).toBeLessThan(plain.body.length);
      // A page rendered again differs in its nonce only.
      const withoutNonce = (text: string) => text.replaceAll(/nonce="[^"]*"/g, "");
      expect(withoutNonce(decompress(packed)), path).toBe(withoutNonce(plain.body.toString("utf8")));
    }
  }
});

test("compresses the first response after a change", async ({ shop, url }) => {
  for (const encoding of ["br", "gzip"]) {
    const { _id, title } = await makeProduct(shop, { description: "A stone. ".repeat(300) });
    for (const path of [`/product/${_id}`, `/api/products/${_id}`, "/products"]) {
      const first = await request(url + path, accept(encoding));
      expect(first.headers["content-encoding"], path).toBe(encoding);
      expect(first.headers.vary, path).toMatch(/accept-encoding/i);
      expect(decompress(first), path).toContain(title);
    }
  }
});

test("honours q=0 for cached and for uncached responses", async ({ shop, url }) => {
  const isCompressed = async () =>
    ["br", "gzip"].includes(String((await request(`${url}/about`, accept("br"))).headers["content-encoding"]));
  await until(async () => isFromCache(await request(`${url}/about`)) && (await isCompressed()));
  for (const [path, headers] of [["/about", {}] as const, ...(await uncachedResponses(shop))]) {
    const encodingFor = async (accepted: string) =>
      (await request(url + path, { ...headers, ...accept(accepted) })).headers["content-encoding"] ?? "identity";
    expect(await encodingFor("br;q=0"), path).toBe("identity");
    expect(await encodingFor("br;q=0, gzip"), path).toBe("gzip");
    expect(await encodingFor("gzip;q=0, identity"), path).toBe("identity");
    expect(await encodingFor("gzip; q=0, br; q=0.0"), path).toBe("identity");
    expect(await encodingFor("compress, br"), path).toBe("br");
    expect(await encodingFor("x-brotli, gzipped"), path).toBe("identity");
  }
});

test("leaves small responses, pictures and compressed files as they are", async ({ shop, url }) => {
  const { images } = await makeProduct(shop, { title: unique("Shown") }, [{ bytes: await picture("jpeg", 600, 400) }]);
  for (const path of ["/healthz", "/readyz", "/api/nothing", images[0]!, "/share.png"]) {
    const { headers } = await request(url + path, accept("br, gzip"));
    expect(headers["content-encoding"], path).toBeUndefined();
  }
  const html = (await request(`${url}/about`)).body.toString("utf8");
  const script = /"(\/assets\/[^"]+\.js)"/.exec(html)![1]!;
  const packed = await request(url + script, accept("br"));
  expect(packed.headers["content-encoding"]).toBe("br");
  expect(decompress(packed)).toBe((await request(url + script)).body.toString("utf8"));
});
