import type { Page } from "@playwright/test";
import { expectAccessible } from "./support/accessibility.ts";
import { demoProduct, test } from "./support/own-records.ts";
import { expect } from "./support/test.ts";
import { collectConsoleErrors, holdCalls, visit } from "./support/visit.ts";

const ENQUIRIES = "**/api/enquiries";
const form = (page: Page) => page.getByRole("form", { name: "Enquire about this product" });
const field = (page: Page, name: string) => form(page).getByRole("textbox", { name });
const send = (page: Page) => form(page).getByRole("button");
const said = (page: Page, text: string) => page.getByRole("status").getByText(text, { exact: true });

async function fillIn(page: Page, values: Record<string, string> = {}) {
  const all = { Name: "Meera", Email: "meera@example.com", Message: "Is it polished?", ...values };
  for (const [name, value] of Object.entries(all)) await field(page, name).fill(value);
}

test("an enquiry about a product is checked and sent; a refused one says why and keeps the input", async ({
  context,
  request,
  makeProduct,
}) => {
  // The call that fails at the end appears in the console.
  const page = await context.newPage();
  const errors = collectConsoleErrors(page);
  const { _id, title } = await demoProduct(request);
  await visit(page, `/product/${_id}`);
  await test.step("name, email and message are required and phone is optional", async () => {
    for (const name of ["Name", "Email", "Message"]) await expect(field(page, name)).toHaveAttribute("required");
    await expect(field(page, "Phone (optional)")).not.toHaveAttribute("required");
    await expect(field(page, "Email")).toHaveAttribute("type", "email");
    await expect(field(page, "Phone")).toHaveAttribute("inputmode", "tel");
    await expect(field(page, "Message")).toHaveAttribute("placeholder", new RegExp(title));

    let calls = 0;
    await page.route(ENQUIRIES, (route) => {
      calls += 1;
      return route.continue();
    });
    await send(page).click();
    await expect(field(page, "Name")).toBeFocused();
    for (const [name, value] of [
      ["Email", "no address"],
      ["Message", ""],
    ] as const) {
      await fillIn(page, { [name]: value });
      await send(page).click();
      await expect(field(page, name)).toBeFocused();
    }
    expect(calls).toBe(0);
    await page.unroute(ENQUIRIES);
  });
  await test.step("the honeypot is neither visible nor focusable", async () => {
    const trap = form(page).locator("[name=website]");
    await expect(trap).toHaveAttribute("tabindex", "-1");
    await expect(form(page).getByRole("textbox")).toHaveCount(4);
    expect((await trap.boundingBox())!.width).toBeLessThanOrEqual(200);
    await expect(trap).not.toBeInViewport();
  });
  await test.step("WhatsApp, phone and e-mail are linked", async () => {
    const section = page.getByRole("region", { name: "Enquire about this product" });
    const whatsApp = new URL((await section.getByRole("link", { name: "WhatsApp" }).getAttribute("href"))!);
    expect([whatsApp.origin, whatsApp.searchParams.get("text")]).toEqual([
      "https://wa.me",
      `Namaste! I would like to know more about “${title}”.`,
    ]);
    await expect(section.getByRole("link", { name: "Phone" })).toHaveAttribute("href", /^tel:\+\d+$/);
    await expect(section.getByRole("link", { name: "E-mail" })).toHaveAttribute("href", /^mailto:/);
  });
  await test.step("while it is sent the button says so and is disabled; then a toast is shown and the fields are empty", async () => {
    const calls = await holdCalls(page, ENQUIRIES);
    await fillIn(page, { Phone: "98765 43210" });
    const sent = page.waitForRequest(ENQUIRIES);
    await send(page).click();
    expect((await sent).postDataJSON()).toEqual({
      name: "Meera",
      email: "meera@example.com",
      phone: "98765 43210",
      message: "Is it polished?",
      website: "",
      page: `/product/${_id}`,
    });
    await expect(send(page)).toHaveText("Sending…");
    await expect(send(page)).toBeDisabled();
    calls.letThrough();
    await expect(said(page, "Your enquiry has been sent successfully!")).toBeVisible();
    for (const name of ["Name", "Email", "Phone", "Message"]) await expect(field(page, name)).toHaveValue("");
    await expect(send(page)).toHaveText("Send Enquiry");
    await expect(send(page)).toBeEnabled();
    await page.unroute(ENQUIRIES);
  });
  await test.step("a rejected enquiry shows an error and keeps the input", async () => {
    await page.route(ENQUIRIES, (route) => route.fulfill({ json: { success: false } }));
    await fillIn(page);
    await send(page).click();
    await expect(said(page, "Something went wrong. Please try again.")).toBeVisible();
    await expect(field(page, "Name")).toHaveValue("Meera");
    await expect(field(page, "Message")).toHaveValue("Is it polished?");
    await expect(send(page)).toBeEnabled();
  });
  await page.unroute(ENQUIRIES);
  await test.step("the form follows client-side navigation to another product", async () => {
    const second = await makeProduct();
    await page.getByRole("navigation", { name: "Breadcrumb" }).getByRole("link", { name: "Products" }).click();
    await page.getByRole("link", { name: second.title }).click();
    await expect(field(page, "Message")).toHaveAttribute("placeholder", new RegExp(second.title));
    await fillIn(page);
    const sent = page.waitForRequest(ENQUIRIES);
    await send(page).click();
    expect((await sent).postDataJSON().page).toBe(`/product/${second._id}`);
    // Toasts of earlier enquiries may still be shown. The form is empty when this one was answered.
    for (const name of ["Name", "Message"]) await expect(field(page, name)).toHaveValue("");
    await expect(send(page)).toBeEnabled();
  });
  await test.step("wrong fields are marked, and the form has no accessibility violations", async () => {
    await fillIn(page, { Email: "meera at example", Phone: "12345" });
    await send(page).click();
    await expect(field(page, "Email")).toHaveAccessibleDescription("Enter a valid e-mail address.");
    await expect(field(page, "Phone")).toHaveAccessibleDescription("Phone must have 10 to 15 digits.");
    await expect(field(page, "Email")).toHaveAttribute("aria-invalid", "true");
    await expect(field(page, "Email")).toBeFocused();
    await expect(field(page, "Message")).toHaveValue("Is it polished?");
    await expectAccessible(page, ".enquiry");

    await fillIn(page, { Phone: "9876543210" });
    const sent = page.waitForResponse(ENQUIRIES);
    await send(page).click();
    expect((await sent).status()).toBe(200);
    await expect(field(page, "Email")).toHaveValue("");
    await expect(field(page, "Email")).not.toHaveAttribute("aria-invalid");
    expect(errors).toEqual([]);
  });
  await test.step("an enquiry that cannot be sent shows an error and keeps the input", async () => {
    await page.route(ENQUIRIES, (route) => route.abort());
    await fillIn(page);
    await send(page).click();
    await expect(said(page, "Failed to send message. Try again later.")).toBeVisible();
    await expect(field(page, "Email")).toHaveValue("meera@example.com");
  });
});
