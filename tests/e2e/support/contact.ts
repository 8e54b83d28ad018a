import type { Browser, Page } from "@playwright/test";
import { expect } from "./test.ts";
import { visit } from "./visit.ts";

export const MESSAGE = {
  name: "Asha Kulkarni",
  email: "asha@example.com",
  phone: "+91 98765 43210",
  message: "Which stone suits a quiet room?\nThank you.",
};

export const SENT = "Message sent successfully!";
export const REFUSED = "Failed to send message. Try again.";
export const FAILED = "Something went wrong. Please try again.";

export const formIn = (page: Page) => page.getByRole("form", { name: "Contact" });
export const sendButton = (page: Page) => formIn(page).getByRole("button");

export async function fillIn(page: Page, values: Partial<typeof MESSAGE> = MESSAGE) {
  for (const [name, value] of Object.entries(values)) {
    await formIn(page)
      .getByLabel(name[0]!.toUpperCase() + name.slice(1))
      .fill(value);
  }
}

/** As a robot does: people neither see nor reach the field. */
export const fillHoneypot = (page: Page) =>
  formIn(page)
    .locator("[name=website]")
    .evaluate((input: HTMLInputElement) => {
      input.value = "https://spam.example";
    });

export const send = (page: Page) => formIn(page).getByRole("button", { name: "Send Message" }).click();

/** The values of the form, with the honeypot field. */
export const typedIn = (page: Page) =>
  formIn(page).evaluate((form) => Object.fromEntries(new FormData(form as HTMLFormElement)));

export const expectToast = (page: Page, text: string) => expect(page.getByRole("status")).toHaveText(text);

export const dismissToast = (page: Page) => page.getByRole("button", { name: "Dismiss" }).click();

/** A separate page: failed requests appear in the console, which would fail the page of the test. */
export async function visitWhereRequestsFail(browser: Browser, baseURL: string | undefined, path = "/contact") {
  const context = await browser.newContext({ baseURL });
  const page = await context.newPage();
  await visit(page, path);
  return page;
}
