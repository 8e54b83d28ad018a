import { expectAccessible } from "./support/accessibility.ts";
import { expect, test } from "./support/test.ts";
import { collectConsoleErrors, visit } from "./support/visit.ts";

const UNKNOWN = "0190b000-0000-7000-8000-000000000000";
const h1 = (name: string) => ({ level: 1, name, exact: true }) as const;

const pages = [
  ["/product", "This product is not here", "Back to products", "/products", "Our Products"],
  ["/course", "Course not found.", "Back to courses", "/courses", "Our Courses"],
  ["/blogs", "Article Not Found", "View All Insights", "/blogs", "Our Blogs"],
  ["/experts", "Expert not found.", "See all experts", "/experts", "Our Experts"],
] as const;

test("an unknown product, course, article or expert returns 404 with a link to the list", async ({ context }) => {
  // The refused document appears in the console.
  const page = await context.newPage();
  const said = collectConsoleErrors(page);
  for (const [path, missing, link, list, heading] of pages) {
    for (const id of ["nonsense", "%3Cscript%3E"])
      expect((await page.request.get(`${path}/${id}`)).status(), path).toBe(404);
    expect((await visit(page, `${path}/${UNKNOWN}`)).status(), path).toBe(404);
    await expect(page.getByRole("heading", h1(missing))).toBeVisible();
    if (path === "/product") {
      await expect(page).toHaveTitle("Product not found");
      await expectAccessible(page);
    }
    await page.getByRole("main").getByRole("link", { name: link }).click();
    await expect(page).toHaveURL(list);
    await expect(page.getByRole("heading", h1(heading))).toBeVisible();
  }
  expect(said).toEqual([]);
});
