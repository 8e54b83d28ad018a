import { openPage } from "./support/account.ts";
import {
  dismissToast,
  expectToast,
  FAILED,
  fillHoneypot,
  fillIn,
  formIn,
  MESSAGE,
  REFUSED,
  SENT,
  send,
  sendButton,
  typedIn,
} from "./support/contact.ts";
import { expect, test } from "./support/test.ts";
import { holdCalls, tabTo, visit } from "./support/visit.ts";

const EMPTY = { name: "", email: "", phone: "", message: "", website: "" };
const CALL = "**/api/enquiries";

test("a message is sent with its page, shows a toast for 5 seconds and clears the form; without name, valid e-mail and message nothing is sent; a failed message shows the reason and keeps the input", async ({
  browser,
  baseURL,
}) => {
  const page = await openPage(browser, baseURL);
  await page.clock.install();
  await visit(page, "/contact");
  const form = formIn(page);
  const field = (label: string) => form.getByLabel(label);
  await test.step("the form works with the keyboard, and the button says Sending while sending", async () => {
    await tabTo(page, formIn(page).getByLabel("Name"));
    for (const text of [MESSAGE.name, MESSAGE.email, MESSAGE.phone, "Namaste"]) {
      await page.keyboard.type(text);
      await page.keyboard.press("Tab");
    }
    await expect(sendButton(page)).toBeFocused();
    const calls = await holdCalls(page, CALL);
    const asked = page.waitForRequest(CALL);
    await page.clock.pauseAt(Date.now() + 60 * 60 * 1000);
    await page.keyboard.press("Enter");
    const values = { ...MESSAGE, message: "Namaste", website: "", page: "/contact" };
    expect((await asked).postDataJSON()).toEqual(values);
    await expect(sendButton(page)).toHaveText("Sending…");
    await expect(sendButton(page)).toBeDisabled();
    calls.letThrough();
    await expectToast(page, SENT);
    await expect(sendButton(page)).toBeEnabled();
    await expect(sendButton(page)).toHaveText("Send Message");
    await expect(sendButton(page)).toBeFocused();
    expect(await typedIn(page)).toEqual(EMPTY);
    await page.unroute(CALL);
  });
  const expectToastFor5Seconds = async () => {
    await expectToast(page, SENT);
    await page.mouse.move(0, 0);
    await page.clock.runFor(4900);
    await expectToast(page, SENT);
    await page.clock.runFor(200);
    await expectToast(page, "");
  };
  await expectToastFor5Seconds();
  await test.step("the phone number may be left out", async () => {
    await fillIn(page, { ...MESSAGE, phone: "" });
    await expect(formIn(page).getByLabel("Phone (optional)")).toBeVisible();
    await send(page);
    await expectToastFor5Seconds();
  });
  await test.step("a filled honeypot gets the normal success response", async () => {
    await fillIn(page);
    await fillHoneypot(page);
    await send(page);
    await expectToast(page, SENT);
  });
  await dismissToast(page);
  await page.clock.resume();
  await page.setViewportSize({ width: 360, height: 740 });
  await test.step("on a phone the fields use the right keyboard, and the button is large enough to tap", async () => {
    await expect(field("Email")).toHaveAttribute("inputmode", "email");
    await expect(field("Phone")).toHaveAttribute("inputmode", "tel");
    const { width, height } = (await sendButton(page).boundingBox())!;
    expect(height).toBeGreaterThanOrEqual(44);
    expect(width).toBeGreaterThan(260);
  });
  await test.step("the honeypot is neither visible nor focusable", async () => {
    const trap = formIn(page).locator("[name=website]");
    await expect(page.getByRole("textbox", { name: "Website" })).toHaveCount(0);
    await expect(trap).toHaveAttribute("tabindex", "-1");
    await expect(trap).toHaveAttribute("autocomplete", "off");
    const hidden = await trap.evaluate((input) => input.closest("[aria-hidden]")!.getBoundingClientRect().width);
    expect(hidden).toBeLessThan(2);
  });
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  await fillIn(page, { phone: "12345" });
  await send(page);
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
  await page.setViewportSize({ width: 1280, height: 720 });
  await test.step("a field error is shown beside the field and focuses it", async () => {
    const typed = { ...MESSAGE, email: "asha@localhost", message: "Still here" };
    await fillIn(page, typed);
    await send(page);
    await expectToast(page, REFUSED);
    await expect(form.getByLabel("Email")).toBeFocused();
    await expect(form.getByLabel("Email")).toHaveAccessibleDescription("Enter a valid e-mail address.");
    await expect(form.getByLabel("Message")).not.toHaveAttribute("aria-invalid");
    await expect(form.getByRole("alert")).toHaveCount(0);
    expect(await typedIn(page)).toEqual({ ...typed, website: "" });
    await dismissToast(page);
  });
  await test.step("a message over the hourly limit shows the reason and keeps the input", async () => {
    await fillIn(page);
    const message = "Too many tries. Please wait a while and try again.";
    await page.route(CALL, (route) => route.fulfill({ status: 429, json: { code: "too_many", message } }));
    await send(page);
    await expectToast(page, REFUSED);
    await expect(form.getByRole("alert")).toHaveText(message);
    expect(await typedIn(page)).toMatchObject({ name: MESSAGE.name, email: MESSAGE.email });
    await dismissToast(page);
  });
  await test.step("a lost connection shows an error and keeps the input", async () => {
    await page.unroute(CALL);
    await page.route(CALL, (route) => route.abort());
    await send(page);
    await expectToast(page, FAILED);
    expect(await typedIn(page)).toMatchObject({ name: MESSAGE.name, email: MESSAGE.email });
    await dismissToast(page);
  });
  await page.unroute(CALL);
  await send(page);
  await expectToast(page, SENT);
  await dismissToast(page);
  await expect(form.getByText("Enter a valid e-mail address.")).toHaveCount(0);
  await test.step("the form of the home page sends too", async () => {
    await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Home" }).click();
    await expect(page).toHaveURL("/");
    // Else the form of the contact page might be filled.
    await expect(page.getByRole("heading", { level: 1, name: "Contact Us" })).toHaveCount(0);
    await fillIn(page);
    const asked = page.waitForRequest(CALL);
    await send(page);
    expect((await asked).postDataJSON()).toEqual({ ...MESSAGE, website: "", page: "/" });
    await expectToast(page, SENT);
    expect(await typedIn(page)).toEqual(EMPTY);
    await expect(sendButton(page)).toHaveText("Send Message");
  });
  await page.context().close();
});
