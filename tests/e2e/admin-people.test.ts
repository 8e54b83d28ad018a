import type { Locator, Page } from "@playwright/test";
import { stepAt, totpCode } from "../../src/server/accounts/authenticator-app.ts";
import { fromBase32 } from "../support/base32.ts";
import { expectAccessible, expectAccessibleAndFits } from "./support/accessibility.ts";
import {
  addVirtualAuthenticator,
  expectInBar,
  fillForm,
  mailedLink,
  newAccount,
  openPage,
  pressMain,
  storedToken,
} from "./support/account.ts";
import { adminLink, confirmDialog, mainOf, message, rowOf, test } from "./support/admin.ts";
import { expect } from "./support/test.ts";
import { collectConsoleErrors, visit } from "./support/visit.ts";

const press = (within: Page | Locator, name: string) => within.getByRole("button", { name, exact: true }).click();
const dialog = (page: Page, name: string) => page.getByRole("dialog", { name });
const desktop = (page: Page) => page.setViewportSize({ width: 1280, height: 800 });

/** From a screen of the admin. */
async function openSecurity(page: Page) {
  await adminLink(page, "People").click();
  await mainOf(page).getByRole("link", { name: "My login and security" }).click();
}

async function logInTo(page: Page, { email, password }: { email: string; password: string }) {
  await page.evaluate(() => localStorage.clear());
  await visit(page, "/admin/login?next=/admin/people");
  await fillForm(page, { email, password });
  await pressMain(page, "Login");
}

test("an invited owner accepts, protects the login, ends another login and is removed", async ({
  openAdmin,
  browser,
  shop,
}) => {
  const { name, email, phone, password } = newAccount();
  const admin = await openAdmin("/admin/people");
  const page = await openPage(browser, shop.url);
  const said = collectConsoleErrors(page);
  const codes = { secret: Buffer.alloc(0), recovery: "", renewed: "" };

  await test.step("the owner invites by mail; an expert needs a record of the catalogue", async () => {
    await expect(mainOf(admin).getByLabel("Role")).toHaveValue("expert");
    await mainOf(admin).getByLabel("Email").fill(email);
    await press(admin, "Send invitation");
    await expect(admin.getByLabel("Expert", { exact: true })).toHaveAccessibleDescription("Expert is required.");
    await expectAccessible(admin);
    await mainOf(admin).getByLabel("Role").selectOption("owner");
    await press(admin, "Send invitation");
    await expect(message(admin, `Invitation sent to ${email}.`)).toBeVisible();
    await expect(rowOf(admin, email)).toContainText("Owner");
  });

  await test.step("the link asks for name, phone and password, and leads to the admin", async () => {
    const link = await mailedLink(shop, email, /\/invitation\/[\w-]+/);
    const reply = await visit(page, link);
    expect(reply.headers()["referrer-policy"]).toBe("no-referrer");
    await expect(page.locator("meta[name=robots]")).toHaveAttribute("content", "noindex");
    await expect(mainOf(page)).toContainText(`join as an owner of the shop`);
    await expectAccessible(page);
    await fillForm(page, { name, phone, password });
    await pressMain(page, "Accept");
    await expect(page).toHaveURL("/admin");
    await expectInBar(page, "owner");
  });

  await test.step("an authenticator app is set up with its first code, and recovery codes are shown", async () => {
    await openSecurity(page);
    await press(page, "Set up an app");
    const setup = dialog(page, "Set up an authenticator app");
    await setup.getByLabel("Your password").fill("not the password");
    await press(setup, "Continue");
    await expect(setup.getByLabel("Your password")).toHaveAccessibleDescription("This is not your password.");
    await setup.getByLabel("Your password").fill(password);
    await press(setup, "Continue");
    await expect(setup.getByRole("img", { name: "QR code for the authenticator app" })).toBeVisible();
    codes.secret = fromBase32((await setup.locator("code").innerText()).replace(/\s/g, ""));
    const code = setup.getByLabel("Code from the app");
    await code.fill("000000");
    await press(setup, "Turn on");
    await expect(code).toHaveAccessibleDescription(/^This code is wrong\./);
    await expectAccessible(page, "dialog[open]");
    await code.fill(totpCode(codes.secret, stepAt(new Date()) - 1));
    await press(setup, "Turn on");
    const list = dialog(page, "Your recovery codes").getByRole("listitem");
    await expect(list).toHaveCount(10);
    codes.recovery = (await list.first().textContent())!;
    await press(page, "I have kept them");
    await expect(mainOf(page).getByText("10 of 10 left")).toBeVisible();
  });

  await test.step("a login asks for a code in place", async () => {
    await logInTo(page, { email, password });
    const code = page.getByLabel("Code");
    await expect(code).toBeFocused();
    await pressMain(page, "Back to login");
    await expect(page.getByLabel("Email")).toHaveValue(email);
    await fillForm(page, { password });
    await pressMain(page, "Login");
    await code.fill("wrong");
    await pressMain(page, "Continue");
    await expect(code).toHaveAccessibleDescription("This code is wrong or was used already.");
    await code.fill(totpCode(codes.secret, stepAt(new Date()) + 1));
    await pressMain(page, "Continue");
    await expect(page).toHaveURL("/admin/people");
  });

  await test.step("a passkey is added and logs in", async () => {
    await addVirtualAuthenticator(page);
    await openSecurity(page);
    await press(page, "Add a passkey");
    const adding = dialog(page, "Add a passkey");
    await adding.getByLabel("Name").fill("Phone");
    await press(adding, "Continue");
    await expect(adding.getByLabel("Code")).toHaveAccessibleDescription("Code is required.");
    await adding.getByLabel("Code").fill(codes.recovery);
    await press(adding, "Continue");
    await expect(mainOf(page).getByText("not used yet")).toBeVisible();
    await logInTo(page, { email, password });
    await pressMain(page, "Use a passkey");
    await expect(page).toHaveURL("/admin/people");
  });

  await test.step("the list of logins shows those since the last factor, and ends one of them", async () => {
    await openSecurity(page);
    const logins = page.getByRole("region", { name: "Where you are logged in" }).getByRole("listitem");
    await expect(logins.filter({ hasText: "Chrome on Linux" })).toHaveCount(2);
    await expect(logins.filter({ hasText: "This browser" })).toHaveCount(1);
    await expectAccessibleAndFits(page);
    await desktop(page);
    await logins
      .getByRole("button", { name: /^Log out/ })
      .first()
      .click();
    await expect(message(page, "Chrome on Linux is logged out.")).toBeVisible();
    await expect(logins).toHaveCount(1);
  });

  await test.step("new recovery codes need a code or, left empty, the passkey", async () => {
    await press(page, "Make new codes");
    const making = dialog(page, "Make new recovery codes");
    await expect(making.getByRole("textbox", { name: /^Code/ })).toHaveAccessibleDescription(
      /Leave it empty to use your passkey\.$/,
    );
    await press(making, "Make new codes");
    codes.renewed = (await dialog(page, "Your recovery codes").getByRole("listitem").first().textContent())!;
    await press(page, "I have kept them");
    await expect(mainOf(page).getByText("10 of 10 left")).toBeVisible();
  });

  await test.step("a factor is removed with password and recovery code", async () => {
    await press(page, "Remove the app");
    const removal = dialog(page, "Remove the authenticator app");
    await removal.getByLabel("Your password").fill(password);
    await removal.getByLabel("Code").fill(codes.renewed);
    await press(removal, "Remove");
    await expect(mainOf(page).getByRole("button", { name: "Set up an app" })).toBeVisible();
    await expect(mainOf(page).getByText("9 of 10 left")).toBeVisible();
  });

  await test.step("the other owner removes the person, whose login ends at once", async () => {
    await admin.reload();
    await expect(rowOf(admin, email)).toContainText("On");
    await press(admin, `Remove ${name}`);
    await press(confirmDialog(admin, "Remove access"), "Remove");
    await expect(message(admin, `${name} is now a customer.`)).toBeVisible();
    await expect(rowOf(admin, email)).toHaveCount(0);
    await page.reload();
    await expect(page).toHaveURL(/\/login/);
    expect(await storedToken(page)).toBe(null);
  });
  expect(said).toEqual([]);
  await page.context().close();
});
