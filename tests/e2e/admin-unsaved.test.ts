import type { Page } from "@playwright/test";
import { endLogin, fillForm, logInOwner, openPage, pressMain } from "./support/account.ts";
import { adminLink, fillRecord, mainOf, message, photo, recordForm, saveButton, test } from "./support/admin.ts";
import { expect, OWNER } from "./support/test.ts";
import { visitWith } from "./support/visit.ts";

/** Answers the browser's dialogs and records their messages. */
function answerDialogs(page: Page, leave: boolean) {
  const questions: string[] = [];
  page.removeAllListeners("dialog");
  page.on("dialog", (dialog) => {
    questions.push(`${dialog.type()}: ${dialog.message()}`);
    return leave ? dialog.accept() : dialog.dismiss();
  });
  return questions;
}

const QUESTION = "confirm: You have unsaved changes. Leave without saving them?";

test("asks before unsaved changes are discarded or the tab closes", async ({ openAdmin, makeProduct }) => {
  const { _id, title } = await makeProduct();
  const page = await openAdmin(`/admin/products?edit=${_id}`);
  let questions = answerDialogs(page, false);
  await test.step("the edited record stays while the list is searched", async () => {
    await fillRecord(page, { stock: "77" });
    await page.getByRole("searchbox").fill("quartz");
    await expect(page).toHaveURL(/q=quartz/);
    await expect(recordForm(page, "Edit product").locator("[name=title]")).toHaveValue(title);
    await expect(recordForm(page).locator("[name=stock]")).toHaveValue("77");
    expect(questions).toEqual([]);
  });
  await test.step("asks before a link, the back button or another record discards changes", async () => {
    answerDialogs(page, true);
    await adminLink(page, "Courses").click();
    await expect(page).toHaveURL("/admin/courses");
    await adminLink(page, "Products").click();
    await expect(recordForm(page, "New product")).toBeVisible();
    await fillRecord(page, { title: "Half a title" });
    questions = answerDialogs(page, false);
    await adminLink(page, "Blogs").click();
    await expect.poll(() => questions).toEqual([QUESTION]);
    await page.evaluate(() => history.back());
    await expect.poll(() => questions).toHaveLength(2);
    await mainOf(page)
      .getByRole("link", { name: /^Edit / })
      .first()
      .click();
    await expect.poll(() => questions).toHaveLength(3);
    await expect(page).toHaveURL("/admin/products");
    await expect(recordForm(page).locator("[name=title]")).toHaveValue("Half a title");
  });
  await test.step("paging and searching keep the form without asking", async () => {
    await page.getByRole("link", { name: "Page 2" }).click();
    await expect(page).toHaveURL(/page=2/);
    await page.getByRole("searchbox").fill("quartz");
    await expect(page).toHaveURL(/q=quartz/);
    await expect(recordForm(page).locator("[name=title]")).toHaveValue("Half a title");
    expect(questions).toHaveLength(3);
  });
  await test.step("leaves when the owner agrees", async () => {
    answerDialogs(page, true);
    await adminLink(page, "Experts").click();
    await expect(page).toHaveURL("/admin/experts");
  });
  await test.step("chosen pictures count as unsaved changes", async () => {
    await recordForm(page, "New expert")
      .locator("[name=images]")
      .setInputFiles(await photo("a.png"));
    questions = answerDialogs(page, false);
    await adminLink(page, "Blogs").click();
    await expect.poll(() => questions).toEqual([QUESTION]);
  });
  await test.step("asks before the tab closes, but not without changes or after saving", async () => {
    answerDialogs(page, true);
    await adminLink(page, "Blogs").click();
    await expect(page).toHaveURL("/admin/blogs");
    questions = answerDialogs(page, true);
    await adminLink(page, "Experts").click();
    await expect(page).toHaveURL("/admin/experts");
    await adminLink(page, "Blogs").click();
    await fillRecord(page, { title: "Typed", content: "Words." });
    await page.route("**/api/blogs", (route) =>
      route.request().method() === "POST" ? route.fulfill({ status: 201, json: {} }) : route.continue(),
    );
    await saveButton(page).click();
    await expect(recordForm(page).locator("[name=title]")).toHaveValue("");
    await adminLink(page, "Experts").click();
    await expect(page).toHaveURL("/admin/experts");
    expect(questions).toEqual([]);
    await fillRecord(page, { name: "Typed" });
    await page.close({ runBeforeUnload: true });
    await expect.poll(() => questions).toEqual(["beforeunload: "]);
  });
});

test("a login that ends elsewhere keeps unsaved changes, which can be saved after a login in another tab", async ({
  browser,
  baseURL,
  makeProduct,
  request,
}) => {
  const { _id } = await makeProduct();
  const page = await openPage(browser, baseURL);
  const token = await logInOwner(request);
  await visitWith(page, `/admin/products?edit=${_id}`, { token });
  await fillRecord(page, { stock: "77" });
  await endLogin(request, token);
  await saveButton(page).click();
  const reason = "Your session has ended. Log in again in another tab, then save your changes here.";
  await expect(message(page, reason)).toBeVisible();
  await expect(recordForm(page).locator("[name=stock]")).toHaveValue("77");
  const questions = answerDialogs(page, false);
  await adminLink(page, "Blogs").click();
  await expect.poll(() => questions).toEqual([QUESTION]);
  await page.getByRole("searchbox").fill("quartz");
  await expect(page).toHaveURL(/q=quartz/);
  await expect(recordForm(page).locator("[name=stock]")).toHaveValue("77");

  const opening = page.context().waitForEvent("page");
  await page.getByRole("status").getByRole("link", { name: "Log in" }).click();
  const other = await opening;
  await expect(other).toHaveURL("/admin/login");
  await fillForm(other, OWNER);
  await pressMain(other, "Login");
  await expect(other).toHaveURL("/admin");
  await saveButton(page).click();
  await expect(message(page, "✅ Product updated successfully")).toBeVisible();
  const saved = await request.get(`/api/products/${_id}`);
  expect((await saved.json()).stock).toBe(77);
  await page.context().close();
});
