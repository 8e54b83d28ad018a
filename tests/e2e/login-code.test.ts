import type { Locator, Page } from "@playwright/test";
import { expectAccessible } from "./support/accessibility.ts";
import { answerCall, findInMails, mailedLink, newAccount, openPage, pressMain } from "./support/account.ts";
import { cartButton, storedCart } from "./support/cart.ts";
import { expectPaid, form, payButton, payInPopup } from "./support/checkout.ts";
import { test } from "./support/own-records.ts";
import { expect } from "./support/test.ts";
import { visit } from "./support/visit.ts";

const PHONE = { width: 390, height: 844 };
const WITH_CODE = "Continue with a code by e-mail";

const code = (page: Page) => page.getByRole("main").getByLabel("Code", { exact: true });
const email = (page: Page) => page.getByRole("main").getByLabel("Email");
const CODE = /\b\d{6}(?= is your code for)/;
const wrongFor = (right: string) => right.replace(/^./, (digit) => `${(Number(digit) + 1) % 10}`);

test("a new buyer goes from the home page to a paid ring of her size with 9 taps and 6 fields, by e-mail and code", async ({
  page,
  makeProduct,
  shop,
}) => {
  await page.setViewportSize(PHONE);
  const buyer = newAccount();
  const { title } = await makeProduct({ price: 600, sizes: ["12", "14"].map((name) => ({ name, stock: 5 })) });
  const main = page.getByRole("main");
  let [taps, fields] = [0, 0];
  const tap = async (target: Locator) => {
    await target.click();
    taps += 1;
  };
  const fill = async (label: string, value: string) => {
    await form(page).getByLabel(label).fill(value);
    fields += 1;
  };
  await visit(page, "/");
  await tap(main.getByRole("link", { name: "Shop Products" }));
  await tap(main.getByRole("link", { name: title }).first());
  await tap(main.getByText("14", { exact: true }));
  await tap(main.getByRole("button", { name: "Exchange Energy" }).filter({ visible: true }));
  await tap(main.getByRole("link", { name: "View cart" }));
  await tap(main.getByRole("link", { name: "Proceed to Checkout" }));
  await expect(page).toHaveURL("/login?next=/checkout");

  await test.step("the code comes first, and the form with the password follows it", async () => {
    await expect(page.getByRole("heading", { level: 1, name: "Continue to checkout" })).toBeVisible();
    await expect(page.getByRole("heading", { level: 2, name: "Welcome Back" })).toBeVisible();
    await expect(page.getByRole("main").getByRole("button")).toHaveText([WITH_CODE, "Show", "Login"]);
    for (const name of ["Forgot password?", "Create account"])
      await expect(page.getByRole("main").getByRole("link", { name })).toBeVisible();
    await expectAccessible(page);
  });
  await test.step("a wrong address is marked, and the button sends the code", async () => {
    await email(page).fill("asha");
    await pressMain(page, WITH_CODE);
    await expect(email(page)).toHaveAccessibleDescription("Enter a valid e-mail address.");
    await expect(email(page)).toBeFocused();
    await email(page).fill(buyer.email);
    await tap(main.getByRole("button", { name: WITH_CODE }));
    await expect(page.getByRole("heading", { level: 1, name: "Enter your code" })).toBeVisible();
    await expect(page.getByText(`Look for our mail to ${buyer.email}.`)).toBeVisible();
  });
  await test.step("the sixth digit sends the code, and the checkout knows the address", async () => {
    await expect(code(page)).toBeFocused();
    await expect(code(page)).toHaveAttribute("autocomplete", "one-time-code");
    await expect(code(page)).toHaveAttribute("inputmode", "numeric");
    await expectAccessible(page);
    await code(page).pressSequentially(await mailedLink(shop, buyer.email, CODE));
    await expect(page).toHaveURL("/checkout");
    await expect(form(page).getByLabel("Email Address")).toHaveValue(buyer.email);
    await expect(form(page).getByLabel("Full Name")).toHaveValue("");
  });
  await fill("Full Name", buyer.name);
  await fill("Phone", buyer.phone);
  await fill("Address (optional)", "12 Tara Marg, Nagpur");
  await fill("PIN code (optional)", "440010");
  await tap(payButton(page));
  await payInPopup(page);
  await expectPaid(page);
  await expect(main.getByText(`${title} (14)`)).toBeVisible();
  // With the tap in the provider's popup, the e-mail address and the code.
  expect([taps + 1, fields + 2]).toEqual([9, 6]);
  expect(await storedCart(page)).toEqual([]);

  await test.step("the profile has the name of the order, takes a password without an old one, and can be deleted", async () => {
    await visit(page, "/profile");
    await expect(page.getByLabel("Full Name")).toHaveValue(buyer.name);
    await expect(page.getByLabel("New Password")).toHaveAccessibleDescription(/^You log in with a code by e-mail/);
    await page.getByRole("button", { name: "Delete my account" }).click();
    const dialog = page.getByRole("dialog", { name: "Delete my account" });
    await expect(dialog.getByRole("textbox")).toHaveCount(0);
    await dialog.getByRole("button", { name: "Keep my account" }).click();
    await page.getByLabel("New Password").fill("a password of my own");
    await pressMain(page, "Save Changes");
    await expect(page.getByLabel("New Password")).toHaveAccessibleDescription(/^Left empty/);
    await expect(cartButton(page)).toBeVisible();
  });
});

test("elsewhere the password comes first; a wrong code says what to do, and a new one or another address can be had", async ({
  browser,
  baseURL,
  shop,
}) => {
  const page = await openPage(browser, baseURL);
  await page.setViewportSize(PHONE);
  const { email: address } = newAccount();
  await visit(page, "/login?next=/contact");
  await expect(page.getByRole("heading", { level: 1, name: "Welcome Back" })).toBeVisible();
  await expect(page.getByRole("main").getByRole("button")).toHaveText(["Show", "Login", WITH_CODE]);
  await pressMain(page, WITH_CODE);
  await expect(email(page)).toHaveAccessibleDescription("Email is required.");
  await email(page).fill("somebody.else@example.com");
  await pressMain(page, WITH_CODE);
  const later = "Codes and links were asked for too often. Please try again in 5 hours.";
  await answerCall(page, "**/api/users/code", 429, { code: "too_many", message: later });
  await pressMain(page, "Send again");
  await expect(page.getByRole("alert")).toHaveText(later);
  await pressMain(page, "Use another address");
  await expect(email(page)).toHaveValue("somebody.else@example.com");
  await pressMain(page, WITH_CODE);
  await expect(page.getByRole("alert")).toHaveText(later);
  await page.unrouteAll();
  await email(page).fill(address);
  await pressMain(page, WITH_CODE);
  const first = await mailedLink(shop, address, CODE);
  await code(page).fill(wrongFor(first));
  await expect(code(page)).toHaveAccessibleDescription(/^This code is wrong or no longer works/);
  await expect(code(page)).toBeFocused();
  await pressMain(page, "Send again");
  await expect(page.getByRole("status").getByText("a new code is on its way")).toBeVisible();
  await expect.poll(async () => (await findInMails(shop, address, CODE)).length).toBe(2);
  const second = (await findInMails(shop, address, CODE)).find((one) => one !== first)!;
  await code(page).fill(`${second.slice(0, 3)} ${second.slice(3)}`);
  await expect(page).toHaveURL("/contact");
  await page.context().close();
});
