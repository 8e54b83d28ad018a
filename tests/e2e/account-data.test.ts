import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import type { PersonalData } from "../../src/contracts/accounts/personal-data.ts";
import { expectAccessible } from "./support/accessibility.ts";
import { expectInBar, makeCustomer, openPage, storedToken } from "./support/account.ts";
import { expect, test } from "./support/test.ts";
import { collectConsoleErrors, visitWith } from "./support/visit.ts";

const dialog = (page: Page) => page.getByRole("dialog", { name: "Delete my account" });
const openDialog = (page: Page) => page.getByRole("button", { name: "Delete my account" }).click();
const confirm = (page: Page) => dialog(page).getByRole("button", { name: "Delete for good" }).click();
const passwordIn = (page: Page) => dialog(page).getByRole("textbox", { name: "Your password" });

test("a customer downloads the account's data and deletes the account, only with the password", async ({
  browser,
  baseURL,
  request,
}) => {
  const { token, email, name, password } = await makeCustomer(request);
  // The server refuses a wrong password, which the browser logs.
  const page = await openPage(browser, baseURL);
  const errors = collectConsoleErrors(page);
  await visitWith(page, "/profile", { token });
  await test.step("the download has the profile and the orders", async () => {
    const saving = page.waitForEvent("download");
    await page.getByRole("button", { name: "Download my data" }).click();
    const file = await saving;
    expect(file.suggestedFilename()).toBe("nakshatra-my-data.json");
    const data = JSON.parse(await readFile(await file.path(), "utf8")) as PersonalData;
    expect(data).toMatchObject({ profile: { name, email, role: "customer" }, orders: [] });
  });
  await test.step("the dialog can be left, is accessible and fits", async () => {
    await openDialog(page);
    await dialog(page).getByRole("button", { name: "Keep my account" }).click();
    await expect(dialog(page)).toBeHidden();
    await expect(page.getByRole("button", { name: "Delete my account" })).toBeFocused();
    await openDialog(page);
    await expect(dialog(page)).toContainText("This cannot be undone.");
    await expectAccessible(page, "dialog[open]");
    for (const width of [360, 1280]) {
      await page.setViewportSize({ width, height: 740 });
      await expect(dialog(page).getByRole("button", { name: "Delete for good" })).toBeInViewport({ ratio: 1 });
    }
  });
  await test.step("a missing or wrong password deletes nothing", async () => {
    await confirm(page);
    await expect(passwordIn(page)).toHaveAccessibleDescription("Your password is required.");
    await passwordIn(page).fill("not the password");
    await confirm(page);
    await expect(dialog(page)).toContainText("This is not your password.");
    await expect(passwordIn(page)).toBeFocused();
    expect(await storedToken(page)).toBe(token);
  });
  await passwordIn(page).fill(password);
  await confirm(page);
  await expect(page.getByRole("status").getByText("Your account was deleted.")).toBeVisible();
  await expect(page).toHaveURL("/");
  expect(await storedToken(page)).toBeNull();
  await expectInBar(page, "visitor");
  const login = await request.post("/api/users/login", { data: { email, password } });
  expect(login.status()).toBe(401);
  await page.goBack();
  await expect(page).toHaveURL("/login?next=/profile");
  expect(errors).toEqual([]);
  await page.context().close();
});
