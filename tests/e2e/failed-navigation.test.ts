import type { Page, Route } from "@playwright/test";
import type { Blog } from "../../src/contracts/catalogue/blog.ts";
import { makeCustomer, openPage } from "./support/account.ts";
import { expect, test } from "./support/test.ts";
import { cards, visit, visitWith } from "./support/visit.ts";

/** The data that React Router loads for a page. */
const DATA = /\.data(\?|$)/;
const BAD_GATEWAY = { status: 502, contentType: "text/html", body: "<h1>Bad gateway</h1>" };
const CONNECTION = "You seem to be offline. Please check your connection and try again.";

const main = (page: Page) => page.getByRole("main");
const navigation = (page: Page) => page.getByRole("navigation", { name: "Main" });
const coming = (page: Page) => main(page).getByRole("heading", { name: "Coming Soon" });
const tryAgain = (page: Page) => page.getByRole("link", { name: "Try again" });

/** Ways for the data of a page to fail; the returned function ends the failure. */
const failures: Record<string, (page: Page) => Promise<() => Promise<unknown>>> = {
  offline: async (page) => {
    await page.context().setOffline(true);
    return () => page.context().setOffline(false);
  },
  "bad gateway": (page) => failData(page, (route) => route.fulfill(BAD_GATEWAY)),
  timeout: (page) => failData(page, (route) => route.abort("timedout")),
  garbage: (page) => failData(page, (route) => route.fulfill({ status: 200, body: "not what was asked for" })),
};

async function failData(page: Page, fail: (route: Route) => Promise<void>) {
  await page.route(DATA, fail);
  return () => page.unroute(DATA);
}

/** An earlier attempt may still be under way and bring the list by itself. */
const retry = (page: Page) =>
  expect(async () => {
    if (await tryAgain(page).isVisible()) await tryAgain(page).click({ timeout: 2_000 });
    await expect(cards(page)).not.toHaveCount(0, { timeout: 2_000 });
  }).toPass();

test("a product list that the browser cannot load shows Coming Soon, keeps banner, search and chips, and can be retried", async ({
  browser,
  baseURL,
}) => {
  const page = await openPage(browser, baseURL);
  await visit(page, "/products");
  const chips = page.getByRole("navigation", { name: "Categories", exact: true });
  const steps = [
    ["offline", "/products?page=2", () => page.getByRole("link", { name: "Page 2" }).click()],
    ["garbage", "/products", () => chips.getByRole("link", { name: "All" }).click()],
  ] as const;
  // Bad gateways and timeouts: below.
  for (const [name, path, go] of steps) {
    await test.step(name, async () => {
      const recover = await failures[name]!(page);
      await go();
      await expect(coming(page)).toBeVisible();
      await expect(page).toHaveURL(path);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await expect(chips).toBeVisible();
      await expect(page.getByRole("searchbox", { name: "Search products" })).toBeVisible();
      await expect(main(page).getByText(CONNECTION)).toHaveCount(name === "offline" ? 1 : 0);
      await expect(main(page)).not.toContainText("have been told");
      await tryAgain(page).click();
      await expect(coming(page)).toBeVisible();
      await recover();
      await retry(page);
      await expect(page).toHaveURL(path);
    });
  }
  await test.step("a search keeps what is being typed", async () => {
    const recover = await failures.offline!(page);
    const box = page.getByRole("searchbox");
    await box.pressSequentially("quart");
    await expect(coming(page)).toBeVisible();
    await page.keyboard.type("z");
    await expect(box).toHaveValue("quartz");
    await expect(page).toHaveURL("/products?q=quartz");
    await recover();
    await retry(page);
    await expect(cards(page).first()).toContainText(/quartz/i);
    await expect(box).toHaveValue("quartz");
  });
  await page.context().close();
});

test("pages that the browser cannot load show their message between header and footer, or keep the page before, and a retry brings them", async ({
  browser,
  baseURL,
  request,
}) => {
  const page = await openPage(browser, baseURL);
  const { token } = await makeCustomer(request);
  await visitWith(page, "/contact", { token });
  await test.step("offline, a link to a page whose script is not loaded keeps the page and shows a message", async () => {
    const problem = page.getByRole("alert").filter({ hasText: /be offline|be opened/ });
    const retry = page.getByRole("button", { name: "Try again" });
    await page.getByLabel("Name").fill("Asha");
    await page.context().setOffline(true);
    await navigation(page).getByRole("link", { name: "Courses" }).click();
    await expect(problem).toContainText(CONNECTION);
    await expect(page.getByLabel("Name")).toHaveValue("Asha");
    await retry.click();
    await expect(retry).toBeEnabled();
    await expect(problem).toBeVisible();
    await page.context().setOffline(false);
    await navigation(page).getByRole("link", { name: "Courses" }).click();
    await expect(page).toHaveURL("/courses");
    await expect(cards(page)).not.toHaveCount(0);

    await test.step("after a deployment the document is loaded", async () => {
      await page.route(/assets\/expert-list-/, (route) => route.fulfill({ status: 404, body: "" }), { times: 1 });
      await navigation(page).getByRole("link", { name: "Our Experts" }).click();
      await expect(page).toHaveURL("/experts");
      await expect(cards(page)).not.toHaveCount(0);
      await expect(problem).toHaveCount(0);
    });
  });
  const pages = {
    About: ["Something went wrong", "About Us"],
    Courses: ["Failed to load courses", "Our Courses"],
    "Our Experts": ["Failed to Load Experts", "Our Experts"],
    Blogs: ["Failed to load blogs", "Our Blogs"],
  } as const;
  for (const [link, [failed, heading]] of Object.entries(pages)) {
    const recover = await failures["bad gateway"]!(page);
    await navigation(page).getByRole("link", { name: link }).click();
    await expect(main(page).getByRole("heading", { name: failed })).toBeVisible();
    await expect(main(page)).not.toContainText("have been told");
    await expect(page.getByRole("contentinfo")).toBeVisible();
    await recover();
    await tryAgain(page).click();
    await expect(page.getByRole("heading", { level: 1, name: heading, exact: true })).toBeVisible();
    await expect(tryAgain(page)).toHaveCount(0);
  }
  await test.step("pages say that the browser is offline", async () => {
    await page.goBack();
    const recover = await failures.offline!(page);
    await navigation(page).getByRole("link", { name: "Blogs" }).click();
    await expect(main(page).getByText(CONNECTION)).toBeVisible();
    await recover();
    await expect(main(page).getByText("It could not be loaded just now.")).toBeVisible();
  });
  await test.step("a course search keeps its text", async () => {
    await navigation(page).getByRole("link", { name: "Courses" }).click();
    await expect(cards(page)).not.toHaveCount(0);
    const recover = await failures.timeout!(page);
    await page.getByRole("searchbox").fill("tarot");
    await expect(main(page).getByRole("heading", { name: "Failed to load courses" })).toBeVisible();
    await expect(page.getByRole("searchbox")).toHaveValue("tarot");
    await recover();
    await tryAgain(page).click();
    await expect(cards(page).first()).toContainText(/tarot/i);
  });
  await test.step("the profile keeps its frame", async () => {
    await page.getByRole("banner").getByRole("link", { name: "Hi, customer" }).click();
    await expect(page.getByLabel("Full Name")).toBeVisible();
    await navigation(page).getByRole("link", { name: "Courses" }).click();
    await expect(cards(page)).not.toHaveCount(0);
    const recover = await failures.offline!(page);
    await page.getByRole("banner").getByRole("link", { name: "Hi, customer" }).click();
    await expect(page.getByRole("alert").first()).toHaveText(
      "Your details could not be loaded. You seem to be offline.",
    );
    await recover();
    await page.getByRole("button", { name: "Try again" }).first().click();
    await expect(page.getByLabel("Full Name")).toBeVisible();
  });
  await test.step("an article that the browser cannot load leads to the list with the message", async () => {
    const [blog] = (await (await request.get("/api/blogs?limit=1")).json()) as Blog[];
    const link = cards(page).getByRole("link", { name: blog!.title });
    const isOpen = () => expect(page.getByRole("heading", { level: 1, name: blog!.title })).toBeVisible();
    await navigation(page).getByRole("link", { name: "Blogs" }).click();
    // The script of the page is loaded before its data fails.
    await link.click();
    await isOpen();
    await page.goBack();
    await expect(link).toBeVisible();
    const recover = await failures["bad gateway"]!(page);
    await link.click();
    await expect(page).toHaveURL("/blogs?failed=blog");
    await expect(page.getByRole("alert")).toHaveText("Failed to load blog");
    await recover();
    await link.click();
    await isOpen();
  });
  await page.context().close();
});
