import type { APIRequestContext, Page } from "@playwright/test";
import type { Enquiry } from "../../src/contracts/enquiry.ts";
import { expectAccessibleAtAllWidths } from "./support/accessibility.ts";
import { confirmDialog, expectLoadErrorWithRetry, mainOf, message, test } from "./support/admin.ts";
import { answerPage } from "./support/admin-orders.ts";
import { uniqueWord } from "./support/own-products.ts";
import { expect } from "./support/test.ts";

const CALL = "**/api/enquiries?*";
const cardOf = (page: Page, name: string) => page.getByRole("article", { name: `Enquiry from ${name}`, exact: true });
const press = (page: Page, name: string, button: string) =>
  cardOf(page, name).getByRole("button", { name: button }).click();

async function enquire(request: APIRequestContext, fields: Record<string, string> = {}) {
  const enquiry = { name: uniqueWord(), email: "asha@example.com", message: "Which stone?\nThank you.", ...fields };
  const reply = await request.post("/api/enquiries", { data: enquiry });
  expect(reply.status()).toBe(200);
  return enquiry;
}

const sampleEnquiry = (number: number): Enquiry => ({
  _id: `enquiry-${number}`,
  name: `Visitor ${number}`,
  email: "visitor@example.com",
  phone: "",
  message: "Hello",
  page: "",
  pageName: "",
  read: false,
  createdAt: "2026-11-14T10:00:00.000Z",
});

test("an enquiry card", async ({ openAdmin, request }) => {
  await test.step("shows the message, the sender, the time and the page", async () => {
    const { name } = await enquire(request, { phone: "98765 43210", page: "/contact" });
    const page = await openAdmin("/admin/enquiries");
    const card = cardOf(page, name);
    await expect(mainOf(page).getByRole("article").first()).toHaveAccessibleName(`Enquiry from ${name}`);
    await expect(card).toContainText("asha@example.com, 98765 43210, sent from Contact");
    await expect(card.getByText("Which stone? Thank you.")).toBeVisible();
    await expect(card.getByText(/^\d{1,2} [A-Z][a-z]{2} \d{4}, \d{1,2}:\d\d (am|pm)$/)).toBeVisible();
    await expect(card.getByRole("link", { name: "Contact" })).toHaveAttribute("href", "/contact");
  });
  await test.step("links to e-mail, and to WhatsApp when there is a phone number", async () => {
    const withPhone = await enquire(request, { phone: "098765-43210" });
    const without = await enquire(request);
    const page = await openAdmin("/admin/enquiries");
    const mail = "mailto:asha%40example.com?subject=Your%20enquiry%20at%20Nakshatra";
    for (const { name } of [withPhone, without])
      await expect(cardOf(page, name).getByRole("link", { name: "Reply by e-mail" })).toHaveAttribute("href", mail);
    await expect(cardOf(page, withPhone.name).getByRole("link", { name: "WhatsApp" })).toHaveAttribute(
      "href",
      /^https:\/\/wa\.me\/919876543210\?text=Namaste%20/,
    );
    await expect(cardOf(page, without.name).getByRole("link", { name: "WhatsApp" })).toHaveCount(0);
  });
});

test("enquiries can be marked read and unread, and filtered by unread", async ({ openAdmin, request }) => {
  const { name } = await enquire(request);
  const { name: other } = await enquire(request);
  const page = await openAdmin("/admin/enquiries");
  await expect(cardOf(page, name).getByText("Unread", { exact: true })).toBeVisible();
  const saved = page.waitForResponse((reply) => reply.request().method() === "PUT");
  await press(page, name, "Mark as read");
  await expect(cardOf(page, name).getByText("Unread", { exact: true })).toBeHidden();
  expect((await saved).status()).toBe(200);
  await page.getByRole("link", { name: "Unread", exact: true }).click();
  await expect(page).toHaveURL("/admin/enquiries?unread=true");
  await expect(cardOf(page, name)).toHaveCount(0);
  await expect(cardOf(page, other)).toBeVisible();
  await page.getByRole("link", { name: "All", exact: true }).click();
  const savedAgain = page.waitForResponse((reply) => reply.request().method() === "PUT");
  await press(page, name, "Mark as unread");
  await expect(cardOf(page, name).getByText("Unread", { exact: true })).toBeVisible();
  expect((await savedAgain).status()).toBe(200);
  await page.getByRole("link", { name: "Unread", exact: true }).click();
  await expect(cardOf(page, name)).toBeVisible();
});

test("failed calls on the enquiries page", async ({ openFailing, request }) => {
  await test.step("a failed mark is rolled back", async () => {
    const { name } = await enquire(request);
    const page = await openFailing("/admin/enquiries");
    await page.route("**/api/enquiries/*", (route) => route.abort());
    await press(page, name, "Mark as read");
    await expect(message(page, "❌ Operation failed")).toBeVisible();
    await expect(cardOf(page, name).getByText("Unread", { exact: true })).toBeVisible();
  });
  await test.step("a failed delete keeps the enquiry", async () => {
    const { name } = await enquire(request);
    const page = await openFailing("/admin/enquiries");
    await page.route("**/api/enquiries/*", (route) => route.abort());
    await press(page, name, "Delete");
    await confirmDialog(page).getByRole("button", { name: "Delete" }).click();
    await expect(message(page, "❌ Failed to delete")).toBeVisible();
    await expect(cardOf(page, name)).toBeVisible();
  });
  await test.step("a failed load shows an error with a retry button", async () => {
    const { name } = await enquire(request);
    const page = await openFailing("/admin/activity");
    await expectLoadErrorWithRetry(page, { link: "Enquiries", call: CALL }, cardOf(page, name));
  });
});

test("deletes an enquiry after confirmation", async ({ openAdmin, request }) => {
  const { name } = await enquire(request);
  const { name: other } = await enquire(request);
  const page = await openAdmin("/admin/enquiries");
  await press(page, name, "Delete");
  await expect(confirmDialog(page)).toContainText(
    "Are you sure you want to delete this enquiry? This action cannot be undone.",
  );
  await confirmDialog(page).getByRole("button", { name: "Cancel" }).click();
  await expect(cardOf(page, name)).toBeVisible();
  await press(page, name, "Delete");
  await confirmDialog(page).getByRole("button", { name: "Delete" }).click();
  await expect(message(page, "🗑️ Enquiry deleted successfully")).toBeVisible();
  await expect(cardOf(page, name)).toHaveCount(0);
  await expect(cardOf(page, other)).toBeVisible();
  await expect(page).toHaveURL("/admin/enquiries");
  // The focus moved to the start of the list.
  await page.keyboard.press("Tab");
  await expect(cardOf(page, other).getByRole("link", { name: "Reply by e-mail" })).toBeFocused();
});

test("pages and empty states of enquiries", async ({ openAdmin, page }) => {
  await test.step("shows 10 enquiries per page", async () => {
    const all = Array.from({ length: 11 }, (_, index) => sampleEnquiry(index + 1));
    await page.route(CALL, (route) => {
      const query = new URL(route.request().url()).searchParams;
      const start = (Number(query.get("page")) - 1) * Number(query.get("limit"));
      const json = all.slice(start, start + Number(query.get("limit")));
      return route.fulfill({ json, headers: { "x-total-count": "11" } });
    });
    await openAdmin("/admin/enquiries");
    await expect(mainOf(page).getByRole("article")).toHaveCount(10);
    await page.getByRole("link", { name: "Next" }).click();
    await expect(page).toHaveURL("/admin/enquiries?page=2");
    await expect(mainOf(page).getByRole("article")).toHaveCount(1);
    await page.unroute(CALL);
  });
  await test.step("shows an empty state without enquiries", async () => {
    await answerPage(page, CALL, []);
    await openAdmin("/admin/enquiries");
    await expect(page.getByRole("heading", { name: "No enquiries yet" })).toBeVisible();
    await page.getByRole("link", { name: "Unread", exact: true }).click();
    await expect(page.getByRole("heading", { name: "Nothing unread" })).toBeVisible();
    await expect(page.getByRole("link", { name: "All enquiries" })).toHaveAttribute("href", "/admin/enquiries");
  });
});

test("the enquiries page is accessible and fits at all widths", async ({ openAdmin, request }) => {
  const enquiry = { phone: "9876543210", page: "/contact", message: "word".repeat(200) };
  const { name } = await enquire(request, enquiry);
  const page = await openAdmin("/admin/enquiries");
  await expect(cardOf(page, name)).toBeVisible();
  await expectAccessibleAtAllWidths(page);
});
