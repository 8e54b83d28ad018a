import type { APIRequestContext, Locator, Page, Route } from "@playwright/test";
import { hydrated } from "../../support/hydrated.ts";
import type { StoredLine } from "./cart.ts";
import { expect } from "./test.ts";

export const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };

/** Opens a page and waits for hydration. */
export async function visit(page: Page, path: string) {
  const response = await page.goto(path);
  await hydrated(page);
  return response!;
}

/** The same with a token or cart in local storage, set before the page's own scripts run. A reload does not set them again. */
export async function visitWith(page: Page, path: string, stored: { token?: string; cart?: StoredLine[] | string }) {
  const texts = Object.entries(stored).map(([name, value]) => [
    name,
    typeof value === "string" ? value : JSON.stringify(value),
  ]);
  const script = await page.addInitScript((all) => {
    for (const [name, text] of all) localStorage.setItem(name!, text!);
  }, texts);
  const response = await visit(page, path);
  await script.dispose();
  return response;
}

/** Presses Tab until `target` has the focus. */
export async function tabTo(page: Page, target: Locator, most = 60) {
  for (let presses = 0; presses < most; presses++) {
    await page.keyboard.press("Tab");
    if (await target.evaluate((element) => element === document.activeElement)) return;
  }
  throw new Error(`${target} was not reached with the Tab key`);
}

/** Collects console errors and warnings of a page, without messages about response statuses. */
export function collectConsoleErrors(page: Page) {
  const messages: string[] = [];
  page.on("console", (message) => {
    const isStatus = message.text().startsWith("Failed to load resource: the server responded with a status of");
    if (["error", "warning"].includes(message.type()) && !isStatus) messages.push(message.text());
  });
  page.on("pageerror", (error) => messages.push(String(error)));
  return messages;
}

export const cards = (page: Page) => page.getByRole("main").getByRole("article");

/** The list shows exactly these products, in this order. */
export const expectProducts = (page: Page, titles: string[]) =>
  expect(cards(page).getByRole("link")).toHaveText(titles);

/** A closed overlay pops its history entry asynchronously: wait for it. */
export const expectNoOverlayEntry = (page: Page) =>
  expect.poll(() => page.evaluate(() => Boolean(history.state?.overlay))).toBe(false);

/** Delays matching calls until `letThrough`, to test the pending state. */
export async function holdCalls(page: Page, address: string | RegExp, answer = (route: Route) => route.continue()) {
  const { promise: released, resolve: letThrough } = Promise.withResolvers<void>();
  let held = 0;
  await page.route(address, async (route) => {
    held += 1;
    await released;
    await answer(route);
  });
  return { letThrough, count: () => held };
}

/** Public pages that need no record. */
export const FIXED_PAGES = [
  "/",
  "/about",
  "/contact",
  "/products",
  "/products/by/intentions/calm",
  "/find-your-stone",
  "/courses",
  "/experts",
  "/blogs",
  "/cart",
  "/login",
  "/register",
  "/forgot",
  "/terms_and_conditions",
  "/privacy_policy",
  "/reviews-policy",
];

/** The paths of all public pages, with one example of each detail page. */
export async function publicPages(request: APIRequestContext) {
  const kinds = { products: "/product", courses: "/course", experts: "/experts", blogs: "/blogs" };
  const first = async (kind: string) => (await (await request.get(`/api/${kind}?limit=1`)).json())[0]._id;
  const details = Object.entries(kinds).map(async ([kind, path]) => `${path}/${await first(kind)}`);
  return [...FIXED_PAGES, ...(await Promise.all(details))];
}
