import {
  expectToast,
  FAILED,
  fillIn,
  formIn,
  MESSAGE,
  REFUSED,
  SENT,
  send,
  sendButton,
  typedIn,
  visitWhereRequestsFail,
} from "./support/contact.ts";
import { holdCalls } from "./support/held-calls.ts";
import { test } from "./support/own-shop.ts";
import { expect } from "./support/test.ts";
import { PHONE, tabTo, visit } from "./support/visit.ts";

const EMPTY = { name: "", email: "", phone: "", message: "", website: "" };
const CALL = "**/api/enquiries";

for (const path of ["/", "/contact"]) {
  test(`a message from ${path} is sent with its page, shows a toast and clears the form`, async ({ page }) => {
    await visit(page, path);
    await fillIn(page);
    const asked = page.waitForRequest(CALL);
    await send(page);
    expect((await asked).postDataJSON()).toEqual({ ...MESSAGE, website: "", page: path });
    await expectToast(page, SENT);
    expect(await typedIn(page)).toEqual(EMPTY);
    await expect(sendButton(page)).toHaveText("Send Message");
  });
}

test("the toast is shown for 5 seconds", async ({ page }) => {
  await page.clock.install();
  await visit(page, "/contact");
  await fillIn(page);
  await page.clock.pauseAt(Date.now() + 60 * 60 * 1000);
  await send(page);
  await expectToast(page, SENT);
  await page.mouse.move(0, 0);
  await page.clock.runFor(4900);
  await expectToast(page, SENT);
  await page.clock.runFor(200);
  await expectToast(page, "");
});

test("the phone number may be left out", async ({ page }) => {
  await visit(page, "/contact");
  await fillIn(page, { ...MESSAGE, phone: "" });
  await expect(formIn(page).getByLabel("Phone (optional)")).toBeVisible();
  await send(page);
  await expectToast(page, SENT);
});

test("sends nothing without name, valid e-mail and message, and says so at each field", async ({ page }) => {
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  await visit(page, "/contact");
  await fillIn(page, { phone: "12345" });
  await send(page);
  const field = (label: string) => formIn(page).getByLabel(label);
  await expect(field("Name")).toBeFocused();
  await expect(field("Name")).toHaveAccessibleDescription("Name is required.");
  await expect(field("Email")).toHaveAccessibleDescription("Email is required.");
  await expect(field("Phone")).toHaveAccessibleDescription("Phone must have 10 to 15 digits.");
  await expect(field("Message")).toHaveAccessibleDescription("Message is required.");
  await fillIn(page, { ...MESSAGE, email: "asha at example" });
  await send(page);
  await expect(field("Email")).toBeFocused();
  await expect(field("Email")).toHaveAccessibleDescription("Enter a valid e-mail address.");
  expect(asked.filter((url) => url.includes("/api/enquiries"))).toEqual([]);
});

test("the button says Sending and is disabled while sending", async ({ page }) => {
  await visit(page, "/contact");
  const calls = await holdCalls(page, CALL);
  await fillIn(page);
  await send(page);
  await expect(sendButton(page)).toHaveText("Sending…");
  await expect(sendButton(page)).toBeDisabled();
  calls.letThrough();
  await expectToast(page, SENT);
  await expect(sendButton(page)).toBeEnabled();
  await expect(sendButton(page)).toHaveText("Send Message");
});

test("the form works with the keyboard, and the focus stays", async ({ page }) => {
  await visit(page, "/contact");
  await tabTo(page, formIn(page).getByLabel("Name"));
  for (const text of [MESSAGE.name, MESSAGE.email, MESSAGE.phone, "Namaste"]) {
    await page.keyboard.type(text);
    await page.keyboard.press("Tab");
  }
  await expect(sendButton(page)).toBeFocused();
  await page.keyboard.press("Enter");
  await expectToast(page, SENT);
  await expect(sendButton(page)).toBeFocused();
});

test("a field error is shown beside the field, focuses it and keeps the input", async ({ browser, baseURL }) => {
  const page = await visitWhereRequestsFail(browser, baseURL);
  const typed = { ...MESSAGE, email: "asha@localhost", message: "Still here" };
  await fillIn(page, typed);
  await send(page);
  await expectToast(page, REFUSED);
  const form = formIn(page);
  await expect(form.getByLabel("Email")).toBeFocused();
  await expect(form.getByLabel("Email")).toHaveAccessibleDescription("Enter a valid e-mail address.");
  await expect(form.getByLabel("Message")).not.toHaveAttribute("aria-invalid");
  await expect(form.getByRole("alert")).toHaveCount(0);
  expect(await typedIn(page)).toEqual({ ...typed, website: "" });

  await fillIn(page, { ...MESSAGE, message: "Corrected" });
  await send(page);
  await expect(page.getByRole("status").getByText(SENT)).toBeVisible();
  await expect(form.getByText("Enter a valid e-mail address.")).toHaveCount(0);
  await page.context().close();
});

test("the eleventh message of an hour shows the reason and keeps the input", async ({ browser, openShop }) => {
  const shop = await openShop({});
  for (let sent = 0; sent < 10; sent++) {
    const headers = { "content-type": "application/json" };
    const reply = await fetch(`${shop.url}/api/enquiries`, { method: "POST", headers, body: JSON.stringify(MESSAGE) });
    expect(reply.status).toBe(200);
  }
  const page = await visitWhereRequestsFail(browser, shop.url);
  await fillIn(page);
  await send(page);
  await expectToast(page, REFUSED);
  await expect(formIn(page).getByRole("alert")).toHaveText("Too many tries. Please wait a while and try again.");
  expect(await typedIn(page)).toMatchObject({ name: MESSAGE.name, email: MESSAGE.email });
  await page.context().close();
});

test("a lost connection shows an error and keeps the input", async ({ browser, baseURL }) => {
  const page = await visitWhereRequestsFail(browser, baseURL, "/");
  await page.route(CALL, (route) => route.abort());
  await fillIn(page);
  await send(page);
  await expectToast(page, FAILED);
  expect(await typedIn(page)).toMatchObject({ name: MESSAGE.name, email: MESSAGE.email });

  await page.unroute(CALL);
  await send(page);
  await expect(page.getByRole("status").getByText(SENT)).toBeVisible();
  await page.context().close();
});

test("the honeypot is neither visible nor focusable", async ({ page }) => {
  await visit(page, "/contact");
  const trap = formIn(page).locator("[name=website]");
  await expect(page.getByRole("textbox", { name: "Website" })).toHaveCount(0);
  await expect(trap).toHaveAttribute("tabindex", "-1");
  await expect(trap).toHaveAttribute("autocomplete", "off");
  expect(await trap.evaluate((input) => input.closest("[aria-hidden]")!.getBoundingClientRect().width)).toBeLessThan(2);
});

test("a filled honeypot gets the normal success response", async ({ page }) => {
  await visit(page, "/contact");
  await fillIn(page);
  await formIn(page)
    .locator("[name=website]")
    .evaluate((input: HTMLInputElement) => {
      input.value = "https://spam.example";
    });
  await send(page);
  await expectToast(page, SENT);
});

test("a submit before hydration puts nothing into the address and keeps the input", async ({ browser, baseURL }) => {
  const context = await browser.newContext({ baseURL });
  const page = await context.newPage();
  await page.route("**/assets/*.js", () => {});
  await page.goto("/contact", { waitUntil: "commit" });
  await fillIn(page);
  await send(page);
  await expect(page).toHaveURL("/contact");
  expect(await typedIn(page)).toMatchObject({ name: MESSAGE.name, email: MESSAGE.email });
  await context.close();
});

test.describe("on a phone", () => {
  test.use(PHONE);

  test("the fields use the right keyboard, and the button is large enough to tap", async ({ page }) => {
    await visit(page, "/contact");
    await expect(formIn(page).getByLabel("Email")).toHaveAttribute("inputmode", "email");
    await expect(formIn(page).getByLabel("Phone")).toHaveAttribute("inputmode", "tel");
    const { width, height } = (await sendButton(page).boundingBox())!;
    expect(height).toBeGreaterThanOrEqual(44);
    expect(width).toBeGreaterThan(260);
  });
});
