import { answerCall } from "./support/account.ts";
import {
  adminLink,
  confirmDialog,
  fillRecord,
  mainOf,
  message,
  recordForm,
  rowOf,
  saveButton,
  test,
} from "./support/admin.ts";
import { controlsEverUnderCart } from "./support/checks.ts";
import { uniqueWord } from "./support/own-records.ts";
import { expect } from "./support/test.ts";
import { visit } from "./support/visit.ts";

const screens = [
  { kind: "blogs", noun: "blog", name: "title", good: { content: "Words." } },
  { kind: "courses", noun: "course", name: "title", good: { actualPrice: "900", offerPrice: "800" } },
  { kind: "experts", noun: "expert", name: "name", good: {} },
] as const;

test("courses, blogs and experts are searched, created as a draft, previewed, published and deleted", async ({
  openAdmin,
  request,
  ownerToken,
}) => {
  const page = await openAdmin("/admin/blogs");
  const headers = { authorization: `Bearer ${ownerToken}` };
  const deleteNamed = async (kind: string, name: string) => {
    const [record] = await (await request.get(`/api/${kind}?q=${name}`, { headers })).json();
    await expect(await request.delete(`/api/${kind}/${record._id}`, { headers })).toBeOK();
  };
  for (const { kind, noun, name, good } of screens) {
    const Noun = noun[0]!.toUpperCase() + noun.slice(1);
    const path = `/admin/${kind}`;
    await adminLink(page, `${Noun}s`).click();
    await expect(mainOf(page).getByRole("heading", { level: 1 })).toHaveText(`${Noun}s`);
    // The screens share one list and one form: one kind shows that it searches, pages, changes and deletes them.
    // Products: admin-products.test.ts. Courses and experts are changed and deleted in admin-quality.test.ts.
    const isWhole = kind === "blogs";
    if (isWhole)
      await test.step(`the list of ${kind} has a search and pages of 6, all stored in the URL`, async () => {
        const all = (await (await request.get(`/api/${kind}`)).json()) as Record<string, string>[];
        const rows = mainOf(page).getByRole("link", { name: /^Edit / });
        await expect(rows).toHaveCount(Math.min(6, all.length));
        if (all.length > 6) {
          await page.getByRole("link", { name: "Page 2" }).click();
          await expect(page).toHaveURL(new RegExp(`${path}\\?page=2$`));
          await expect(rowOf(page, all[6]![name]!).first()).toBeVisible();
        }
        const last = all.at(-1)![name]!;
        await page.getByRole("searchbox").fill(last);
        await expect(rowOf(page, last).first()).toBeVisible();
        await expect(page).toHaveURL(/\?q=/);
        await page.getByRole("searchbox").fill("no such thing anywhere");
        await expect(mainOf(page).getByText(`No ${noun} matches “no such thing anywhere”.`)).toBeVisible();
        await page.getByRole("searchbox").fill("");
        await expect(page).toHaveURL(path);
      });
    await test.step(`every action on a ${noun} shows a message`, async () => {
      const [first, second] = [uniqueWord(), uniqueWord()];
      await fillRecord(page, { [name]: first, ...good });
      await recordForm(page).getByLabel("Published").uncheck();
      await saveButton(page).click();
      const toast = message(page, `✅ ${Noun} created successfully`);
      await expect(toast).toBeVisible();
      if (isWhole) {
        // At the top right. How long it is shown: cart.test.ts.
        const box = (await toast.boundingBox())!;
        expect(box.x + box.width).toBeGreaterThan(page.viewportSize()!.width * 0.8);
        expect(box.y).toBeLessThan(150);
      }
      await expect(rowOf(page, first)).toContainText("Draft");
      await rowOf(page, first)
        .getByRole("link", { name: `Preview ${first}` })
        .click();
      await expect(page.getByText("Draft: only you see this.")).toBeVisible();
      await expect(page.getByRole("heading", { level: 1 })).toHaveText(first);
      await page.goBack();
      await expect(recordForm(page, `New ${noun}`).locator(`[name=${name}]`)).toHaveValue("");
      if (!isWhole) return deleteNamed(kind, first);

      await rowOf(page, first)
        .getByRole("link", { name: `Edit ${first}` })
        .click();
      const form = recordForm(page, `Edit ${noun}`);
      await expect(form.locator(`[name=${name}]`)).toHaveValue(first);
      await expect(form.locator(`[name=${name}]`)).toBeFocused();
      for (const [field, value] of Object.entries(good))
        await expect(form.locator(`[name=${field}]`)).toHaveValue(value);
      await fillRecord(page, { [name]: second });
      await expect(form.getByLabel("Published")).not.toBeChecked();
      await form.getByLabel("Published").check();
      await expect(saveButton(page)).toHaveText(`Update ${Noun}`);
      await saveButton(page).click();
      await expect(message(page, `✅ ${Noun} updated successfully`)).toBeVisible();
      await expect(rowOf(page, second)).toBeVisible();
      await expect(rowOf(page, second)).not.toContainText("Draft");
      await expect(rowOf(page, first)).toHaveCount(0);
      await expect(recordForm(page, `New ${noun}`).locator(`[name=${name}]`)).toHaveValue("");

      await page.getByRole("button", { name: `Delete ${second}` }).click();
      const dialog = confirmDialog(page);
      await expect(dialog).toContainText(`Are you sure you want to delete this ${noun}? This action cannot be undone.`);
      await dialog.getByRole("button", { name: "Cancel" }).click();
      await expect(dialog).toBeHidden();
      await expect(rowOf(page, second)).toBeVisible();
      await page.getByRole("button", { name: `Delete ${second}` }).click();
      await dialog.getByRole("button", { name: "Delete", exact: true }).click();
      await expect(message(page, `🗑️ ${Noun} deleted successfully`)).toBeVisible();
      await expect(rowOf(page, second)).toHaveCount(0);
    });
  }
});

test("failed calls keep the form and can be repeated", async ({ openFailing, request }) => {
  const [record] = (await (await request.get("/api/products?limit=1")).json()) as Record<string, string>[];
  const page = await openFailing(`/admin/products?edit=${record!._id}`);
  await test.step("a URL opens the form of a record, or a message when it is gone", async () => {
    await expect(recordForm(page, "Edit product").locator("[name=title]")).toHaveValue(record!.title!);
    await page.route("**/api/products?**", (route) => route.abort());
    await visit(page, "/admin/products?edit=00000000-0000-7000-8000-000000000000");
    await expect(page.getByText("This product could not be loaded. It may have been deleted.")).toBeVisible();
  });
  await test.step("a failed load shows an error with a retry button", async () => {
    await expect(mainOf(page).getByText("Failed to load products", { exact: true })).toBeVisible();
    await page.unroute("**/api/products?**");
    await page.getByRole("button", { name: "Try again" }).click();
    await expect(mainOf(page).getByRole("table")).toBeVisible();
    await page.getByRole("button", { name: "New product" }).click();
    await expect(recordForm(page, "New product")).toBeVisible();
  });
  await test.step("a failed save or delete shows the server's message or a fallback", async () => {
    await fillRecord(page, { title: "Typed with care", category: "Tower", price: "900" });
    await answerCall(page, "**/api/products", 503, {
      message: "The shop is busy for a moment.",
      code: "unavailable",
    });
    await saveButton(page).click();
    await expect(message(page, "The shop is busy for a moment.")).toBeVisible();
    for (const reply of [{ status: 502, body: "<html>" }, undefined]) {
      await page.unroute("**/api/products");
      await page.route("**/api/products", (route) => (reply ? route.fulfill(reply) : route.abort()));
      // The toast may have closed by itself.
      await page
        .getByRole("button", { name: "Dismiss" })
        .first()
        .click({ timeout: 5_000 })
        .catch(() => {});
      await saveButton(page).click();
      await expect(message(page, "❌ Operation failed")).toBeVisible();
    }
    await expect(recordForm(page).locator("[name=title]")).toHaveValue("Typed with care");
    await expect(saveButton(page)).toBeEnabled();
    await page.unroute("**/api/products");

    const rows = mainOf(page).getByRole("button", { name: /^Delete / });
    await expect(rows.first()).toBeVisible();
    const count = await rows.count();
    for (const [reply, text] of [
      [{ status: 404, json: { message: "Product not found.", code: "gone" } }, "Product not found."],
      [{ status: 500, body: "" }, "❌ Failed to delete"],
    ] as const) {
      await page.route("**/api/products/*", (route) => route.fulfill(reply));
      await rows.first().click();
      await confirmDialog(page).getByRole("button", { name: "Delete", exact: true }).click();
      await expect(message(page, text)).toBeVisible();
      await page.unroute("**/api/products/*");
    }
    await expect(rows).toHaveCount(count);
    await expect(recordForm(page).locator("[name=title]")).toHaveValue("Typed with care");
  });
  await test.step("the other screens have the same errors in their words", async () => {
    page.on("dialog", (dialog) => dialog.accept());
    for (const kind of ["courses", "blogs", "experts"]) {
      await page.route(`**/api/${kind}?**`, (route) => route.abort());
      await adminLink(page, kind[0]!.toUpperCase() + kind.slice(1)).click();
      await expect(mainOf(page).getByText(`❌ Failed to load ${kind}`, { exact: true })).toBeVisible();
      await page.unroute(`**/api/${kind}?**`);
      await page.getByRole("button", { name: "Try again" }).click();
      await expect(mainOf(page).getByRole("table")).toBeVisible();
    }
  });
});

test("the admin layout has a sticky bar with links to every screen, a sandbox notice, and follows a logout in another tab", async ({
  openAdmin,
  context,
}) => {
  const page = await openAdmin("/admin/products?page=2");
  const bar = page.getByRole("navigation", { name: "Admin" });
  const heading = mainOf(page).getByRole("heading", { level: 1 });
  await test.step("shows the sandbox notice", async () => {
    await expect(mainOf(page).getByText("Payments are in sandbox mode: no money moves.")).toBeVisible();
  });
  await test.step("the bar sticks below the header, on wide screens as a column, and the floating cart covers no control", async () => {
    for (const width of [390, 1280]) {
      expect(await controlsEverUnderCart(page, [width])).toEqual({});
      await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
      const [header, nav] = await Promise.all([page.getByRole("banner"), bar].map((one) => one.boundingBox()));
      expect(nav!.y, `${width} px`).toBeCloseTo(header!.y + header!.height, 0);
      const isColumn = width === 1280;
      expect(nav!.height > 600, `${width} px`).toBe(isColumn);
      // A focused field is not below the bar.
      await recordForm(page).locator("[name=price]").focus();
      await page.keyboard.press("Shift+Tab");
      const { left, top } = await page.evaluate(() => document.activeElement!.getBoundingClientRect().toJSON());
      expect(top, `${width} px`).toBeGreaterThanOrEqual(isColumn ? nav!.y : nav!.y + nav!.height);
      if (isColumn) expect(left).toBeGreaterThan(nav!.width);
    }
  });
  await test.step("closing the delete dialog triggers no reload", async () => {
    await page
      .getByRole("button", { name: /^Delete / })
      .first()
      .click();
    await expect(confirmDialog(page)).toBeVisible();
    const calls: string[] = [];
    page.on("request", (request) => void (request.url().includes("/api/") && calls.push(request.url())));
    await confirmDialog(page).getByRole("button", { name: "Cancel" }).click();
    await expect(confirmDialog(page)).toBeHidden();
    await adminLink(page, "Blogs").click();
    await expect(heading).toHaveText("Blogs");
    expect(calls.filter((url) => url.includes("/api/products"))).toEqual([]);
  });
  await test.step("the bar links every screen and the shop", async () => {
    await expect(bar.getByRole("link")).toHaveText([
      "Dashboard",
      "Orders",
      "Appointments",
      "Customers",
      "Reviews",
      "Enquiries",
      "Products",
      "Courses",
      "Blogs",
      "Experts",
      "Coupons",
      "Sales",
      "Accounts",
      "People",
      "Settings",
      "API keys and webhooks",
      "Activity",
      "First day",
      "Back to the shop",
    ]);
    await adminLink(page, "Experts").click();
    await expect(heading).toHaveText("Experts");
    await expect(page).toHaveTitle(/^Experts \| Admin/);
    await adminLink(page, "Back to the shop").click();
    await expect(page).toHaveURL("/");
    await page.goBack();
    await expect(heading).toHaveText("Experts");
  });
  await test.step("logging out in another tab redirects to login", async () => {
    // How a logout reaches the storage: session-bar.test.ts.
    const other = await context.newPage();
    await other.goto("/robots.txt");
    await other.evaluate(() => localStorage.removeItem("token"));
    await expect(page).toHaveURL(/\/admin\/login\?next=/);
  });
});
