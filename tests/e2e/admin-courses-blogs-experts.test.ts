import { fillRecord, mainOf, message, photo, recordForm, rowOf, saveButton, test } from "./support/admin.ts";
import { uniqueWord } from "./support/own-records.ts";
import { expect } from "./support/test.ts";

test("the course table has the columns Image, Title, Price, Offer, Top Selling and Actions", async ({
  openAdmin,
  makeRecord,
}) => {
  const { title } = await makeRecord("courses", { actualPrice: 2500, offerPrice: 1999, topSelling: true }, 1);
  const page = await openAdmin(`/admin/courses?q=${title}`);
  await expect(mainOf(page).getByRole("columnheader")).toHaveText([
    "Image",
    "Title",
    "Price",
    "Offer",
    "Top Selling",
    "Actions",
  ]);
  const row = rowOf(page, title);
  await expect(row.getByRole("cell")).toContainText(["", title, "₹2,500", "₹1,999", "Yes", "Edit"]);
  await expect(row.locator("img")).toHaveCount(1);
});

test("a course requires title, actual price and offer price only", async ({ openAdmin }) => {
  const page = await openAdmin("/admin/courses");
  const form = recordForm(page);
  for (const name of ["title", "actualPrice", "offerPrice"])
    await expect(form.locator(`[name=${name}]`)).toHaveAttribute("required");
  for (const name of ["description", "shortDescription", "groupLink", "image"])
    await expect(form.locator(`[name=${name}]`)).not.toHaveAttribute("required");
  await expect(form.locator("[name=image]")).not.toHaveAttribute("multiple");
});

test("a course keeps its group link, and its picture can be replaced and removed", async ({
  openAdmin,
  makeRecord,
  request,
  ownerToken,
}) => {
  const link = "https://chat.example.com/group";
  const course = await makeRecord("courses", { groupLink: link }, 1);
  const read = async () => {
    const headers = { authorization: `Bearer ${ownerToken}` };
    return (await (await request.get(`/api/courses/${course._id}`, { headers })).json()) as typeof course;
  };
  const page = await openAdmin(`/admin/courses?edit=${course._id}`);
  await expect(recordForm(page).locator("[name=groupLink]")).toHaveValue(link);
  await recordForm(page)
    .locator("[name=image]")
    .setInputFiles(await photo("other.png"));
  await expect(page.getByRole("list", { name: "Chosen images" }).getByRole("listitem")).toHaveCount(1);
  await saveButton(page).click();
  await expect(message(page, "✅ Course updated successfully")).toBeVisible();
  const changed = await read();
  expect(changed.groupLink).toBe(link);
  expect(changed.image).toMatch(/60x40\.png$/);

  await page.goto(`/admin/courses?edit=${course._id}`);
  await page.getByRole("button", { name: /^Remove / }).click();
  await saveButton(page).click();
  await expect(message(page, "✅ Course updated successfully")).toBeVisible();
  expect((await read()).image).toBeNull();
});

test("the blog table shows the first 100 characters, and the form requires title and content", async ({
  openAdmin,
  makeRecord,
}) => {
  const content = `**Bold** ${"word ".repeat(60)}`;
  const { title } = await makeRecord("blogs", { content }, 4);
  const page = await openAdmin(`/admin/blogs?q=${title}`);
  const row = rowOf(page, title);
  const plain = `Bold ${"word ".repeat(60)}`;
  await expect(row).toContainText(`${plain.slice(0, 100).trimEnd()}…`);
  await expect(row).toContainText("+1");
  for (const name of ["title", "content"])
    await expect(recordForm(page).locator(`[name=${name}]`)).toHaveAttribute("required");
  await expect(recordForm(page).locator("[name=images]")).toHaveAttribute("accept", /^image\//);
});

test("the blog preview renders Markdown and shows HTML as text", async ({ openAdmin }) => {
  const page = await openAdmin("/admin/blogs");
  const preview = page.getByRole("region", { name: "Preview" });
  await fillRecord(page, { content: "# Moon\n\n- one\n- two\n\n<b>not bold</b>" });
  await expect(preview.getByRole("heading", { name: "Moon", level: 2 })).toBeVisible();
  await expect(preview.getByRole("listitem")).toHaveText(["one", "two"]);
  await expect(preview).toContainText("<b>not bold</b>");
});

test("the preview and the public page render the same HTML", async ({ openAdmin, makeRecord }) => {
  const content =
    "## Care\n\nRinse *gently*.\nDry it.\n\n1. a\n2. b\n\n> quoted\n\n[own](/products) and [out](https://example.com)";
  const { _id } = await makeRecord("blogs", { content });
  const page = await openAdmin(`/admin/blogs?edit=${_id}`);
  const shown = await page.getByRole("region", { name: "Preview" }).locator(".article").innerHTML();
  await page.goto(`/blogs/${_id}`);
  expect(await page.locator(".article").innerHTML()).toBe(shown);
});

test("an expert requires a name only, is offline by default and may have three prices", async ({
  openAdmin,
  request,
}) => {
  const name = uniqueWord();
  const page = await openAdmin("/admin/experts");
  const form = recordForm(page);
  await expect(form.locator("[name=name]")).toHaveAttribute("required");
  for (const field of ["languages", "domain", "description", "price", "audioPrice", "videoPrice", "exp", "status"])
    await expect(form.locator(`[name=${field}]`)).not.toHaveAttribute("required");
  await expect(form.getByLabel("Status")).toHaveValue("offline");
  await fillRecord(page, {
    name,
    languages: "Hindi, Marathi",
    domain: "Vastu",
    price: "50",
    videoPrice: "80",
    exp: "12",
  });
  await saveButton(page).click();
  await expect(message(page, "✅ Expert created successfully")).toBeVisible();
  await expect(rowOf(page, name).getByRole("cell")).toContainText([
    "None",
    name,
    "Vastu",
    "₹ 50/min",
    "offline",
    "Edit",
  ]);
  const experts = (await (await request.get(`/api/experts?q=${name}`)).json()) as object[];
  expect(experts[0]).toMatchObject({
    languages: "Hindi, Marathi",
    price: 50,
    audioPrice: null,
    videoPrice: 80,
    exp: 12,
    status: "offline",
  });
});
