import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { expectAccessible, expectAccessibleAndFits } from "./support/accessibility.ts";
import { adminLink, expectLoadErrorWithRetry, message, rowOf, test } from "./support/admin.ts";
import { makeOrder, shortId } from "./support/admin-orders.ts";
import { expect } from "./support/test.ts";

const notes = (page: Page) => page.getByLabel("What you want to remember");
const conflict = (page: Page) => page.getByRole("dialog", { name: "This note was changed meanwhile" });

test("the owner searches, opens and exports customers, and writes notes about them", async ({
  openFailing,
  request,
  ownerToken,
}) => {
  const { customer, order } = await makeOrder(request);
  // The server refuses a save with 409, which the browser logs.
  const page = await openFailing("/admin/customers");
  await test.step("search finds a customer and shows what was ordered", async () => {
    await page.getByRole("searchbox").fill(customer.email);
    await expect(page).toHaveURL(`/admin/customers?q=${encodeURIComponent(customer.email)}`);
    await expect(rowOf(page, customer.email).getByRole("cell")).toContainText([
      customer.name,
      customer.email,
      "1",
      "₹0",
    ]);
    await page.getByRole("link", { name: "Most spent" }).click();
    await expect(page).toHaveURL(/sort=spent/);
    await expectAccessible(page);
  });
  await test.step("exports the customers that were found", async () => {
    const saving = page.waitForEvent("download");
    await page.getByRole("button", { name: "Export CSV" }).click();
    const lines = (await readFile(await (await saving).path(), "utf8")).trim().split("\r\n");
    expect(lines).toHaveLength(2);
    expect(lines[1]).toContain(customer.email);
  });
  await test.step("the customer's page has contact links and orders", async () => {
    await page.getByRole("link", { name: customer.name }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(customer.name);
    await expect(page.getByRole("link", { name: "E-mail" })).toHaveAttribute("href", /^mailto:/);
    await expect(page.getByRole("link", { name: "WhatsApp" })).toHaveAttribute("href", /^https:\/\/wa\.me\/91\d{10}/);
    await expect(page.getByRole("link", { name: `Order ${shortId(order)}` })).toBeVisible();
    await expectAccessibleAndFits(page);
  });
  await test.step("notes are saved; somebody else's newer notes are shown first", async () => {
    await notes(page).fill("Likes moonstone");
    await page.getByRole("button", { name: "Save notes" }).click();
    await expect(message(page, "✅ Notes saved")).toBeVisible();
    const id = new URL(page.url()).pathname.split("/").at(-1);
    const headers = { authorization: `Bearer ${ownerToken}` };
    await request.put(`/api/customers/${id}/notes`, { headers, data: { text: "Likes jade" } });
    await notes(page).fill("Likes opal");
    await page.getByRole("button", { name: "Save notes" }).click();
    await expect(conflict(page).getByRole("cell")).toHaveText(["Likes opal", "Likes jade"]);
    await expectAccessible(page, "dialog[open]");
    await conflict(page).getByRole("button", { name: "Save mine over it" }).click();
    await expect(conflict(page)).toBeHidden();
    await expect(notes(page)).toHaveValue("Likes opal");
    const saved = await request.get(`/api/customers/${id}`, { headers });
    expect(await saved.text()).toContain("Likes opal");
  });
  await test.step("an unknown customer, an empty search and a failed load show a message", async () => {
    await page.goto("/admin/customers/nobody");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Customer not found");
    await adminLink(page, "Customers").click();
    await page.getByRole("searchbox").fill("nobodyatall");
    await expect(page.getByRole("heading", { name: "No customers found" })).toBeVisible();
    const row = rowOf(page, customer.email);
    await expectLoadErrorWithRetry(page, { link: "Customers", call: "**/api/customers?*" }, row);
  });
});
