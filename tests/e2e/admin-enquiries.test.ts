import type { APIRequestContext, Page } from "@playwright/test";
import type { Enquiry } from "../../src/contracts/enquiries/enquiry.ts";
import { expectAccessibleAndFits } from "./support/accessibility.ts";
import { adminLink, confirmDialog, expectLoadErrorWithRetry, mainOf, message, test } from "./support/admin.ts";
import { answerPage } from "./support/admin-orders.ts";
import { uniqueWord } from "./support/own-records.ts";
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

test("the owner reads, answers, marks and deletes enquiries; failed calls show an error; the list has pages and an empty state", async ({
  openFailing,
  request,
}) => {
  const withPhone = await enquire(request, { phone: "098765-43210" });
  const { name: other } = await enquire(request, { message: "word".repeat(200) });
  const { name } = await enquire(request, { phone: "98765 43210", page: "/contact" });
  const page = await openFailing("/admin/enquiries");
  const card = cardOf(page, name);

  await test.step("a card shows the message, the sender, the time and the page, newest first", async () => {
    await expect(mainOf(page).getByRole("article").first()).toHaveAccessibleName(`Enquiry from ${name}`);
    await expect(card).toContainText("asha@example.com, 98765 43210, sent from Contact");
    await expect(card.getByText("Which stone? Thank you.")).toBeVisible();
    await expect(card.getByText(/^\d{1,2} [A-Z][a-z]{2} \d{4}, \d{1,2}:\d\d (am|pm)$/)).toBeVisible();
    await expect(card.getByRole("link", { name: "Contact" })).toHaveAttribute("href", "/contact");
  });
  await test.step("a card links to e-mail, and to WhatsApp when there is a phone number", async () => {
    const mail = "mailto:asha%40example.com?subject=Your%20enquiry%20at%20Nakshatra";
    for (const from of [withPhone.name, other])
      await expect(cardOf(page, from).getByRole("link", { name: "Reply by e-mail" })).toHaveAttribute("href", mail);
    await expect(cardOf(page, withPhone.name).getByRole("link", { name: "WhatsApp" })).toHaveAttribute(
      "href",
      /^https:\/\/wa\.me\/919876543210\?text=Namaste%20/,
    );
    await expect(cardOf(page, other).getByRole("link", { name: "WhatsApp" })).toHaveCount(0);
  });
  await test.step("the page is accessible and fits at all widths", async () => {
    await expectAccessibleAndFits(page);
    await page.setViewportSize({ width: 1280, height: 720 });
  });
  await test.step("enquiries can be marked read and unread, and filtered by unread", async () => {
    await expect(card.getByText("Unread", { exact: true })).toBeVisible();
    const saved = page.waitForResponse((reply) => reply.request().method() === "PUT");
    await press(page, name, "Mark as read");
    await expect(card.getByText("Unread", { exact: true })).toBeHidden();
    expect((await saved).status()).toBe(200);
    await page.getByRole("link", { name: "Unread", exact: true }).click();
    await expect(page).toHaveURL("/admin/enquiries?unread=true");
    await expect(card).toHaveCount(0);
    await expect(cardOf(page, other)).toBeVisible();
    await page.getByRole("link", { name: "All", exact: true }).click();
    const savedAgain = page.waitForResponse((reply) => reply.request().method() === "PUT");
    await press(page, name, "Mark as unread");
    await expect(card.getByText("Unread", { exact: true })).toBeVisible();
    expect((await savedAgain).status()).toBe(200);
  });
  await test.step("deletes an enquiry after confirmation", async () => {
    await press(page, name, "Delete");
    await expect(confirmDialog(page)).toContainText(
      "Are you sure you want to delete this enquiry? This action cannot be undone.",
    );
    await confirmDialog(page).getByRole("button", { name: "Cancel" }).click();
    await expect(card).toBeVisible();
    await press(page, name, "Delete");
    await confirmDialog(page).getByRole("button", { name: "Delete" }).click();
    await expect(message(page, "🗑️ Enquiry deleted successfully")).toBeVisible();
    await expect(card).toHaveCount(0);
    await expect(cardOf(page, other)).toBeVisible();
    await expect(page).toHaveURL("/admin/enquiries");
    // The focus moved to the start of the list.
    await page.keyboard.press("Tab");
    await expect(cardOf(page, other).getByRole("link", { name: "Reply by e-mail" })).toBeFocused();
  });
  await page.route("**/api/enquiries/*", (route) => route.abort());
  await test.step("a failed mark is rolled back", async () => {
    await press(page, other, "Mark as read");
    await expect(message(page, "❌ Operation failed")).toBeVisible();
    await expect(cardOf(page, other).getByText("Unread", { exact: true })).toBeVisible();
  });
  await test.step("a failed delete keeps the enquiry", async () => {
    await press(page, other, "Delete");
    await confirmDialog(page).getByRole("button", { name: "Delete" }).click();
    await expect(message(page, "❌ Failed to delete")).toBeVisible();
    await expect(cardOf(page, other)).toBeVisible();
  });
  await test.step("a failed load shows an error with a retry button", async () => {
    await adminLink(page, "Activity").click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Activity");
    await expectLoadErrorWithRetry(page, { link: "Enquiries", call: CALL }, cardOf(page, other));
  });
  await test.step("shows 10 enquiries per page", async () => {
    const all = Array.from({ length: 11 }, (_, index) => sampleEnquiry(index + 1));
    await page.route(CALL, (route) => {
      const query = new URL(route.request().url()).searchParams;
      const start = (Number(query.get("page")) - 1) * Number(query.get("limit"));
      const json = all.slice(start, start + Number(query.get("limit")));
      return route.fulfill({ json, headers: { "x-total-count": "11" } });
    });
    await adminLink(page, "Enquiries").click();
    await expect(mainOf(page).getByRole("article")).toHaveCount(10);
    await page.getByRole("link", { name: "Next" }).click();
    await expect(page).toHaveURL("/admin/enquiries?page=2");
    await expect(mainOf(page).getByRole("article")).toHaveCount(1);
    await page.unroute(CALL);
  });
  await test.step("shows an empty state without enquiries", async () => {
    await answerPage(page, CALL, []);
    await adminLink(page, "Enquiries").click();
    await expect(page.getByRole("heading", { name: "No enquiries yet" })).toBeVisible();
    await page.getByRole("link", { name: "Unread", exact: true }).click();
    await expect(page.getByRole("heading", { name: "Nothing unread" })).toBeVisible();
    await expect(page.getByRole("link", { name: "All enquiries" })).toHaveAttribute("href", "/admin/enquiries");
  });
});
