import type { Page } from "@playwright/test";
import type { Activity } from "../../src/contracts/activity/activity.ts";
import { expectAccessibleAndFits } from "./support/accessibility.ts";
import { adminLink, expectLoadErrorWithRetry, mainOf, test } from "./support/admin.ts";
import { answerPage, makeOrder, shortId } from "./support/admin-orders.ts";
import { setStatus } from "./support/checkout.ts";
import { uniqueWord } from "./support/own-records.ts";
import { expect, OWNER } from "./support/test.ts";

const CALL = "**/api/activity?*";
const entries = (page: Page) => mainOf(page).getByRole("listitem").filter({ hasText: "@" });
const entryOf = (page: Page, title: string) => entries(page).filter({ hasText: title });

const kindLink = (page: Page, name: string) =>
  page.getByRole("navigation", { name: "Kind" }).getByRole("link", { name });

const sampleActivity = (changes: Partial<Activity> = {}): Activity => ({
  _id: "activity-1",
  at: "2026-11-14T10:00:00.000Z",
  actor: "owner@example.com",
  action: "updated",
  kind: "product",
  recordId: "product-1",
  title: "Rose Quartz Ring",
  changes: {},
  ...changes,
});

test("the activity list shows saved changes with links to their records, also after a failed load, and every kind of entry", async ({
  openFailing,
  makeProduct,
  makeRecord,
  ownerToken,
  request,
}) => {
  const product = await makeProduct();
  const title = uniqueWord();
  const headers = { authorization: `Bearer ${ownerToken}` };
  const multipart = { title, category: "Tumbles", price: "900", stock: "4" };
  await request.put(`/api/products/${product._id}`, { headers, multipart });
  const blog = await makeRecord("blogs");
  const { order } = await makeOrder(request);
  await setStatus(request, ownerToken, order, "shipped");
  const page = await openFailing("/admin/enquiries");
  const updated = entryOf(page, `updated the product ${title}`);
  await test.step("a failed load shows an error with a retry button", async () => {
    await expectLoadErrorWithRetry(page, { link: "Activity", call: CALL }, updated);
  });
  await test.step("shows who changed which values", async () => {
    await expect(updated).toContainText(OWNER.email);
    await expect(updated.getByRole("link", { name: title })).toHaveAttribute(
      "href",
      `/admin/products?edit=${product._id}`,
    );
    await expect(updated.getByRole("definition").filter({ hasText: product.title })).toContainText(title);
    const created = entryOf(page, `created the product ${product.title}`);
    await created.getByText("Details").click();
    await expect(created.getByRole("definition").filter({ hasText: "₹900" }).first()).toBeVisible();
  });
  await test.step("the list is filtered by kind", async () => {
    await kindLink(page, "blogs").click();
    await expect(page).toHaveURL("/admin/activity?kind=blog");
    await expect(entryOf(page, blog.title)).toBeVisible();
    await expect(entryOf(page, product.title)).toHaveCount(0);
  });
  await test.step("a status change links to its order", async () => {
    await kindLink(page, "orders").click();
    const entry = entryOf(page, `updated Order ${shortId(order)}`);
    await expect(entry.getByRole("definition")).toContainText("pending");
    await expect(entry.getByRole("definition")).toContainText("shipped");
    await expect(entry.getByRole("link")).toHaveAttribute("href", `/admin/orders/${order._id}`);
  });
  await test.step("an entry shows who changed what and when, with old and new values", async () => {
    const changes: Activity["changes"] = {
      offerPrice: [123456, 900],
      topSelling: [false, true],
      description: [null, "Soft and pink"],
      images: [["/uploads/a.png"], ["/uploads/a.png", "/uploads/b.png"]],
      stock: [1200, 3],
    };
    const network = "203.0.113.0/24";
    const login = { kind: "login", recordId: "owner-1", title: network } as const;
    await answerPage(page, CALL, [
      sampleActivity({ _id: "a", changes }),
      sampleActivity({ _id: "b", action: "deleted", changes: { price: [900, null] } }),
      sampleActivity({ _id: "c", action: "imported", recordId: null, title: "3 products created, 2 updated" }),
      sampleActivity({ _id: "d", ...login, action: "logged_in" }),
      sampleActivity({ _id: "e", ...login, action: "login_failed", changes: { failures: [null, 1] } }),
      sampleActivity({ _id: "f", ...login, action: "login_failed", changes: { failures: [null, 12] } }),
      sampleActivity({
        _id: "g",
        action: "exported",
        kind: "order",
        recordId: null,
        title: "orders as a CSV file",
        changes: { status: [null, "paid"], network: [null, network] },
      }),
      sampleActivity({ _id: "h", changes: { description: ["word".repeat(50), "other".repeat(40)] } }),
    ]);
    await adminLink(page, "Activity").click();
    await expect(entries(page).locator("p:first-child")).toHaveText([
      "owner@example.com updated the product Rose Quartz Ring",
      "owner@example.com deleted the product Rose Quartz Ring",
      "owner@example.com imported 3 products created, 2 updated",
      `owner@example.com logged in from ${network}`,
      `A failed login as owner@example.com from ${network}`,
      `12 failed logins as owner@example.com from ${network}`,
      "owner@example.com exported orders as a CSV file",
      "owner@example.com updated the product Rose Quartz Ring",
    ]);
    const entry = entries(page).first();
    await expect(entry).toContainText("14 Nov 2026, 3:30 pm");
    await expect(entry.getByRole("term")).toHaveText(["Offer price", "Top selling", "Description", "Images", "Stock"]);
    await expect(entry.getByRole("definition").locator("span:not(.sr-only)")).toHaveText([
      ...["₹1,23,456", "→", "₹900"],
      ...["no", "→", "yes"],
      ...["nothing", "→", "Soft and pink"],
      ...["1 picture", "→", "2 pictures"],
      ...["1,200", "→", "3"],
    ]);
  });
  await test.step("only entries of records that exist have a link", async () => {
    await expect(entryOf(page, "updated the product").getByRole("link")).toHaveCount(2);
    await expect(entries(page).getByRole("link")).toHaveCount(2);
  });
  await test.step("is accessible and fits at all widths", async () => {
    await expectAccessibleAndFits(page);
  });
  await test.step("deleted records and exports show their values under Details", async () => {
    const [deleted, exported] = [entryOf(page, "deleted the product"), entryOf(page, "exported orders")];
    await deleted.getByText("Details").click();
    await expect(deleted.getByRole("definition")).toHaveText(["₹900"]);
    await exported.getByText("Details").click();
    await expect(exported.getByRole("definition")).toHaveText(["paid", "203.0.113.0/24"]);
    await page.unroute(CALL);
  });
  await test.step("shows 20 entries per page", async () => {
    const queries: string[] = [];
    await page.route(CALL, (route) => {
      const query = new URL(route.request().url()).searchParams;
      queries.push(`${query}`);
      return route.fulfill({ json: [sampleActivity()], headers: { "x-total-count": "21" } });
    });
    await kindLink(page, "products").click();
    await page.getByRole("link", { name: "Next" }).click();
    await expect(page).toHaveURL("/admin/activity?kind=product&page=2");
    await expect.poll(() => queries).toEqual(["kind=product&page=1&limit=20", "kind=product&page=2&limit=20"]);
    await page.unroute(CALL);
  });
  await test.step("shows an empty state without entries", async () => {
    await answerPage(page, CALL, []);
    await adminLink(page, "Activity").click();
    await expect(page.getByRole("heading", { name: "Nothing here yet" })).toBeVisible();
  });
});
