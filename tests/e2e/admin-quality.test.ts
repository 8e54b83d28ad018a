import { expectAccessible, expectAccessibleAndFits, WHOLE_PAGE } from "./support/accessibility.ts";
import {
  adminLink,
  confirmDialog,
  fillRecord,
  mainOf,
  message,
  photo,
  recordForm,
  rowOf,
  saveButton,
  test,
} from "./support/admin.ts";
import { uniqueWord } from "./support/own-records.ts";
import { expect } from "./support/test.ts";
import { PHONE, tabTo } from "./support/visit.ts";

test("lists, forms, their errors, the import dialog and delete dialogs are accessible", async ({ openFailing }) => {
  const page = await openFailing("/admin/courses");
  // Accept the warning about the unsaved picture.
  page.on("dialog", (dialog) => dialog.accept());
  for (const kind of ["Courses", "Blogs", "Experts", "Products"])
    await test.step(kind, async () => {
      await adminLink(page, kind).click();
      await expect(mainOf(page).getByRole("heading", { level: 1 })).toHaveText(kind);
      await expect(mainOf(page).getByRole("table")).toBeVisible();
      await page
        .getByRole("link", { name: /^Edit / })
        .first()
        .click();
      await expect(recordForm(page, /^Edit /)).toBeVisible();
      const input = recordForm(page).locator("[type=file]");
      await input.setInputFiles(await photo("one.png"));
      // Products are checked below, with the errors of their form.
      if (kind !== "Products") await expectAccessible(page);
    });
  await test.step("the dialog that asks before a record is deleted", async () => {
    await page
      .getByRole("button", { name: /^Delete / })
      .first()
      .click();
    await expect(confirmDialog(page)).toBeVisible();
    await expectAccessible(page);
    await confirmDialog(page).getByRole("button", { name: "Cancel" }).click();
  });
  await test.step("the import dialog shows errors of the file", async () => {
    await page.getByRole("button", { name: "Import CSV" }).click();
    const file = { name: "a.csv", mimeType: "text/csv", buffer: Buffer.from("title,category,price\n,Nothing,x") };
    await page.getByLabel("CSV file").setInputFiles(file);
    await expect(page.getByText(/^Line 2:/).first()).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press("Escape");
  });
  await test.step("shows the server's error at its field, focuses it and keeps the form; all kinds share this layout", async () => {
    await page.getByRole("button", { name: "New product" }).click();
    await expect(recordForm(page, "New product")).toBeVisible();
    await recordForm(page)
      .locator("[type=file]")
      .setInputFiles(await photo("one.png"));
    await fillRecord(page, { title: "Kept", category: "Tower", price: "900", offerPrice: "1000" });
    await saveButton(page).click();
    const offer = recordForm(page).locator("[name=offerPrice]");
    await expect(recordForm(page).getByText("Offer price cannot be higher than the price.")).toBeVisible();
    await expect(offer).toBeFocused();
    await expect(offer).toHaveAttribute("aria-invalid", "true");
    await expect(message(page, "Please check the marked fields.")).toBeVisible();
    await expect(recordForm(page).locator("[name=title]")).toHaveValue("Kept");
    await expectAccessibleAndFits(page, WHOLE_PAGE);
  });
});

test.describe("on a phone", () => {
  test.use(PHONE);

  test("records can be created, changed and deleted by touch, controls are at least 44 px tall, and a sheet links all screens", async ({
    openAdmin,
  }) => {
    const page = await openAdmin("/admin/experts?q=a");
    const name = uniqueWord();
    await page.getByRole("button", { name: "New expert" }).tap();
    await expect(recordForm(page).locator("[name=name]")).toBeFocused();
    await fillRecord(page, { name });
    await saveButton(page).tap();
    await expect(message(page, "✅ Expert created successfully")).toBeVisible();
    await expect(rowOf(page, name)).toBeInViewport();
    await expect(page).toHaveURL("/admin/experts");
    await page.getByRole("link", { name: `Edit ${name}` }).tap();
    await expect(recordForm(page, "Edit expert").locator("[name=name]")).toHaveValue(name);
    await fillRecord(page, { domain: "Tarot" });
    await saveButton(page).tap();
    await expect(message(page, "✅ Expert updated successfully")).toBeVisible();
    await expect(rowOf(page, name)).toBeInViewport();
    await expect(rowOf(page, name)).toContainText("Tarot");
    await page.getByRole("button", { name: `Delete ${name}` }).tap();
    await confirmDialog(page).getByRole("button", { name: "Delete", exact: true }).tap();
    await expect(message(page, "🗑️ Expert deleted successfully")).toBeVisible();

    await adminLink(page, "Products").tap();
    await expect(page.getByRole("link", { name: /^Edit / }).first()).toBeVisible();
    await expect(recordForm(page, "New product")).toBeVisible();
    const controls = mainOf(page).locator(
      "a:visible, button:visible, select:visible, input:visible:not([type=checkbox])",
    );
    const heights = await controls.evaluateAll((all) =>
      all.map((one) => [one.textContent, one.getBoundingClientRect().height]),
    );
    expect(heights.length).toBeGreaterThan(20);
    expect(heights.filter(([, height]) => Number(height) < 44)).toEqual([]);

    const heading = mainOf(page).getByRole("heading", { level: 1 });
    await page.getByRole("navigation", { name: "Admin" }).getByRole("button", { name: "All screens" }).tap();
    await confirmDialog(page, "Admin").getByRole("link", { name: "Blogs" }).tap();
    await expect(heading).toHaveText("Blogs");
    await expect(confirmDialog(page, "Admin")).toBeHidden();
    await page.goBack();
    await expect(heading).toHaveText("Products");
  });
});

test("keyboard shortcuts search and create, and a course is edited and deleted by keyboard", async ({
  openAdmin,
  makeRecord,
}) => {
  const page = await openAdmin("/admin/products");
  const bar = page.getByRole("navigation", { name: "Admin" });
  const heading = mainOf(page).getByRole("heading", { level: 1 });
  await test.step("shortcuts search, open a new record and list the shortcuts, but not while typing", async () => {
    const search = mainOf(page).getByRole("searchbox");
    const keys = confirmDialog(page, "Keys");
    await heading.click();
    await page.keyboard.press("/");
    await expect(search).toBeFocused();
    await page.keyboard.type("/n?");
    await expect(search).toHaveValue("/n?");
    await expect(keys).toBeHidden();
    await search.fill("");
    await heading.click();
    await page.keyboard.press("n");
    await expect(recordForm(page).locator("[name=title]")).toBeFocused();
    await heading.click();
    await page.keyboard.press("?");
    await expect(keys.getByRole("definition")).toHaveCount(3);
    await keys.getByLabel("Keys are on").uncheck();
    await page.keyboard.press("Escape");
    await page.keyboard.press("/");
    await expect(search).not.toBeFocused();
    await bar.getByRole("button", { name: "Keys" }).click();
    await keys.getByLabel("Keys are on").check();
    await page.keyboard.press("Escape");
    await expect(keys).toBeHidden();
  });
  await test.step("a course can be edited and deleted with the keyboard alone", async () => {
    const { title } = await makeRecord("courses");
    await adminLink(page, "Courses").click();
    await expect(heading).toHaveText("Courses");
    await mainOf(page).getByRole("searchbox").fill(title);
    await expect(page).toHaveURL(`/admin/courses?q=${title}`);
    await tabTo(page, page.getByRole("link", { name: `Edit ${title}` }));
    await page.keyboard.press("Enter");
    await expect(recordForm(page, "Edit course").locator("[name=title]")).toBeFocused();
    await page.keyboard.press("End");
    await page.keyboard.type(" changed");
    await page.keyboard.press("Enter");
    await expect(message(page, "✅ Course updated successfully")).toBeVisible();
    await expect(page.getByRole("region", { name: "List of courses" })).toBeFocused();
    await mainOf(page).getByRole("searchbox").focus();
    await tabTo(page, page.getByRole("button", { name: `Delete ${title} changed` }));
    await page.keyboard.press("Enter");
    await tabTo(page, confirmDialog(page).getByRole("button", { name: "Delete", exact: true }));
    await page.keyboard.press("Enter");
    await expect(message(page, "🗑️ Course deleted successfully")).toBeVisible();
    await expect(page.getByRole("region", { name: "List of courses" })).toBeFocused();
  });
});
