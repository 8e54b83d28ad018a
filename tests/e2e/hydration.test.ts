import { withoutNonces } from "./support/checks.ts";
import { publicPages } from "./support/public-pages.ts";
import { expect, test } from "./support/test.ts";
import { visit } from "./support/visit.ts";

/** A request with a token is never answered from the response cache. */
const UNCACHED = { authorization: "Bearer none" };

test("every page renders the same HTML twice, and hydration leaves it unchanged", async ({ page, request }) => {
  await page.setExtraHTTPHeaders(UNCACHED);
  for (const path of await publicPages(request)) {
    // Only the browser knows the cart.
    if (path === "/cart") continue;
    const before = await (await request.get(path, { headers: UNCACHED })).text();
    const served = await (await visit(page, path)).text();
    expect(withoutNonces(served), path).toBe(withoutNonces(before));
    const changed = await page.evaluate((html) => {
      const original = new DOMParser().parseFromString(html, "text/html");
      // Scripts take over the checking of forms from the browser.
      const htmlOf = (root: Document, selector: string) =>
        root.body.querySelector(selector)?.outerHTML.replaceAll(' novalidate=""', "");
      return ["header", "main", "footer"].filter(
        (selector) => htmlOf(document, selector) !== htmlOf(original, selector),
      );
    }, served);
    expect(changed, `${path} changed during hydration`).toEqual([]);
  }
});
