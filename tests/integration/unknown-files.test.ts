import { expect, test } from "vitest";
import { factPath } from "../../src/contracts/catalogue/product-rules.ts";
import { makeProduct } from "../support/forms.ts";
import { request } from "../support/http-clients.ts";
import { openOwnShop, serve } from "../support/test-shop.ts";

test("unknown files and hidden folders answer 404 as text, unknown pages lead home with any page's ending, and pages with a dot stay pages", async () => {
  const shop = await openOwnShop();
  await makeProduct(shop, { stone: "Ruby 2.5 ct" });
  const { url, close } = await serve(shop);
  try {
    const read = async (path: string, method = "GET") => {
      const { status, headers, body } = await request(url + path, {}, method);
      return { path, status, type: headers["content-type"], location: headers.location, body: body.toString("utf8") };
    };
    const text = { status: 404, type: "text/plain; charset=utf-8" };
    const files = [
      "/foo.json",
      "/.env",
      "/a/b.js",
      "/x.MJS",
      "/x.png",
      "/x.woff2",
      "/x.7z",
      "/x.php.bak",
      "/x%2ejson",
      "/x.json?a=1",
    ];
    const hidden = [
      "/.well-known/x",
      "/.well-known/assetlinks.json",
      "/.git/config",
      "/.well-known",
      "/.git/index.html",
    ];
    for (const path of [...files, "/assets/old-1.js", ...hidden])
      expect(await read(path)).toMatchObject({ path, ...text, body: "Not found\n" });
    expect(await read("/foo.json", "HEAD")).toMatchObject({ ...text, body: "" });
    const lost = ["/nowhere", "/a.b/nowhere", "/about-1.5", "/index.html/"];
    const elsewhere = [
      "/index.html",
      "/INDEX.HTM",
      "/a/b.xhtml?c=d.js",
      "/index.php",
      "/a.aspx",
      "/b.jsp",
      "/c%2ehtml",
    ];
    for (const path of [...lost, ...elsewhere])
      expect(await read(path)).toMatchObject({ path, status: 302, location: "/" });
    const pages = [factPath("stone", "Ruby 2.5 ct"), "/products/2.5", "/reset-password/a.b.c", "/about"];
    for (const path of ["/_.data", "/about.data"]) expect((await read(path)).type).toBe("text/x-script");
    for (const path of pages) expect(await read(path)).toMatchObject({ path, status: 200 });
    const documents = ["/blogs/rss.xml", "/accent/f2a32e.css", "/robots.txt", "/favicon.svg", "/feeds/google.xml"];
    for (const path of documents) expect(await read(path)).toMatchObject({ path, status: 200 });
  } finally {
    await close();
  }
});
