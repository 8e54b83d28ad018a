import { publicPages } from "./support/public-pages.ts";
import { expect, test } from "./support/test.ts";
import { visit } from "./support/visit.ts";

/** Whoever shows a token gets a page made anew, of parts that the shop remembers from the time before. */
const MADE_ANEW = { authorization: "Bearer none" };

test("every page is the same when it is made again, and scripts take it over as it is", async ({ page, request }) => {
  await page.setExtraHTTPHeaders(MADE_ANEW);
  for (const path of await publicPages(request)) {
    // Only the browser knows what is in the cart.
    if (path === "/cart") continue;
    const before = await (await request.get(path, { headers: MADE_ANEW })).text();
    const served = await (await visit(page, path)).text();
    expect(served, path).toBe(before);
    const places = await page.evaluate((html) => {
      const asServed = new DOMParser().parseFromString(html, "text/html");
      const places = ["header", "main", "footer"];
      const look = (root: Document, place: string) => root.body.querySelector(place)?.outerHTML;
      return places.filter((place) => look(document, place) !== look(asServed, place));
    }, served);
    expect(places, `${path} is another after its scripts have come`).toEqual([]);
  }
});
