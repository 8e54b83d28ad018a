import { expect, test } from "vitest";
import { factPath } from "../../src/contracts/catalogue/product-rules.ts";
import { makeProduct } from "../support/forms.ts";
import { request } from "../support/http-clients.ts";
import { openOwnShop, serve } from "../support/test-shop.ts";

test("unknown files and hidden folders answer 404 as text, unknown pages lead home, and pages with a dot stay pages", async () => {
  const shop = await openOwnShop();
  await makeProduct(shop, { stone: "Ruby 2.5 ct" });
  const { url, close } = await serve(shop);
  try {
    const read = async (path: string, method = "GET") => {
      const { status, headers, body } = await request(url + path, {}, method);
      return { path, status, type: headers["content-type"], location: headers.location, body: body.toString("utf8") };
    };
    const text = { status: 404, type: "text/plain; charset=utf-8" };
    const files = ["/foo.json", "/wp-login.php", "/.env", "/a/b.js", "/assets/old-1.js", "/x%2ejson", "/x.json?a=1"];
    const hidden = ["/.well-known/x", "/.well-known/assetlinks.json", "/.git/config", "/.well-known"];
    for (const path of [...files, ...hidden])
      expect(await read(path)).toMatchObject({ path, ...text, body: "Not found\n" });
    expect(await read("/foo.json", "HEAD")).toMatchObject({ ...text, body: "" });
    for (const path of ["/nowhere", "/a.b/nowhere"])
      expect(await read(path)).toMatchObject({ path, status: 302, location: "/" });
    const pages = [factPath("stone", "Ruby 2.5 ct"), "/products/2.5", "/reset-password/a.b.c", "/about"];
    for (const path of ["/_root.data", "/about.data"]) expect((await read(path)).type).toBe("text/x-script");
    for (const path of pages) expect(await read(path)).toMatchObject({ path, status: 200 });
    const documents = ["/blogs/rss.xml", "/accent/f2a32e.css", "/robots.txt", "/favicon.svg", "/feeds/google.xml"];
    for (const path of documents) expect(await read(path)).toMatchObject({ path, status: 200 });
  } finally {
    await close();
  }
});
