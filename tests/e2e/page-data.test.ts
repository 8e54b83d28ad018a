import { matchPath } from "react-router";
import { publicPages as cacheablePages } from "../../src/contracts/pages/pages.ts";
import { expect, test } from "./support/test.ts";
import { publicPages, visit } from "./support/visit.ts";

test("a link to any public page asks for its data at most once, and the cache answers that request from then on", async ({
  page,
  request,
}) => {
  const all = [...(await publicPages(request)), "/products/jewellery/rings", "/products/by/zodiac", "/search"];
  const patterns = Object.keys(cacheablePages);
  const paths = all.filter((path) => patterns.some((pattern) => matchPath(pattern, path)));
  for (const pattern of patterns)
    expect(
      paths.some((path) => matchPath(pattern, path)),
      pattern,
    ).toBe(true);

  const asked: string[] = [];
  page.on("request", (sent) => asked.push(sent.url()));
  await visit(page, "/login");
  let answered = 0;
  for (const path of paths) {
    asked.length = 0;
    await page.evaluate((href) => {
      const link = Object.assign(document.createElement("a"), { href });
      document.body.append(link);
      link.click();
      link.remove();
    }, path);
    await expect(page).toHaveURL(path);
    const data = asked.filter((address) => /\.data(\?|$)/.test(address));
    expect(data.length, `requests for the data of ${path}`).toBeLessThanOrEqual(1);
    for (const address of data) {
      await request.get(address);
      const again = await request.get(address);
      // Only responses that a route made carry an id.
      expect([again.status(), again.headers()["x-request-id"]], address).toEqual([200, undefined]);
      answered += 1;
    }
  }
  // The others have no loader.
  expect(answered).toBeGreaterThan(paths.length / 2);
});
