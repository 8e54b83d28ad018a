import { expectAccessible } from "./support/accessibility.ts";
import { adminLink, fillRecord, mainOf, message, photo, recordForm, rowOf, saveButton, test } from "./support/admin.ts";
import { uniqueWord } from "./support/own-records.ts";
import { expect } from "./support/test.ts";
import { PHONE } from "./support/visit.ts";

test("the admin forms of courses, blogs and experts require only some fields, save details and pictures, and preview Markdown", async ({
  openAdmin,
  makeRecord,
  request,
  ownerToken,
  makeProduct,
}) => {
  const page = await openAdmin("/admin/courses");
  const search = (words: string) => page.getByRole("searchbox", { name: /^Search / }).fill(words);
  await test.step("a course is listed, edited and keeps its group link, teacher, syllabus and picture", async () => {
    const link = "https://chat.example.com/group";
    const fields = { actualPrice: 2500, offerPrice: 1999, topSelling: true, groupLink: link };
    const [course, teacher] = [await makeRecord("courses", fields, 1), await makeRecord("experts")];
    await search(course.title);
    const row = rowOf(page, course.title);
    const form = recordForm(page);
    const read = async () => {
      const headers = { authorization: `Bearer ${ownerToken}` };
      return (await (await request.get(`/api/courses/${course._id}`, { headers })).json()) as typeof course;
    };
    await test.step("the table has the columns Image, Title, Price, Offer, Top Selling and Actions", async () => {
      await expect(mainOf(page).getByRole("columnheader")).toHaveText([
        "Image",
        "Title",
        "Price",
        "Offer",
        "Top Selling",
        "Actions",
      ]);
      await expect(row.getByRole("cell")).toContainText(["", course.title, "₹2,500", "₹1,999", "Yes", "Edit"]);
      await expect(row.locator("img")).toHaveCount(1);
    });
    await test.step("requires title, actual price and offer price only", async () => {
      for (const name of ["title", "actualPrice", "offerPrice"])
        await expect(form.locator(`[name=${name}]`)).toHaveAttribute("required");
      for (const name of ["description", "shortDescription", "groupLink", "image"])
        await expect(form.locator(`[name=${name}]`)).not.toHaveAttribute("required");
      await expect(form.locator("[name=image]")).not.toHaveAttribute("multiple");
    });
    const edit = () => row.getByRole("link", { name: /^Edit / }).click();
    await test.step("keeps the group link; a teacher is chosen, a syllabus written and the picture replaced", async () => {
      await edit();
      await expect(recordForm(page, "Edit course").locator("[name=groupLink]")).toHaveValue(link);
      await form.locator("[name=image]").setInputFiles(await photo("other.png"));
      await expect(page.getByRole("list", { name: "Chosen images" }).getByRole("listitem")).toHaveCount(1);
      await form.getByText(/^Details: /).click();
      await form.getByLabel("Teacher").selectOption({ label: teacher.name });
      await fillRecord(page, { weeks: "8", nextStart: "2030-01-31", days: "Tue 7 pm", syllabus: "Week 1\nSigns" });
      await saveButton(page).click();
      await expect(message(page, "✅ Course updated successfully")).toBeVisible();
      expect(await read()).toMatchObject({
        ...{ groupLink: link, image: expect.stringMatching(/60x40\.png$/) },
        ...{ weeks: 8, nextStart: "2030-01-31", days: "Tue 7 pm", teacherId: teacher._id },
        syllabus: [{ title: "Week 1", text: "Signs" }],
      });
    });
    await test.step("the picture can be removed, and the details are kept", async () => {
      await edit();
      await page.getByRole("button", { name: /^Remove / }).click();
      await saveButton(page).click();
      await expect.poll(read).toMatchObject({ image: null, weeks: 8, syllabus: [{ title: "Week 1" }] });
    });
  });
  await test.step("an article is listed, and its editor previews the same HTML as the public page", async () => {
    const word = uniqueWord();
    const { title } = await makeRecord(
      "blogs",
      { title: `${word} long`, content: `**Bold** ${"word ".repeat(60)}` },
      4,
    );
    const content =
      "## Care\n\nRinse *gently*.\nDry it.\n\n1. a\n2. b\n\n> quoted\n\n[own](/products) and [out](https://example.com)";
    const blog = await makeRecord("blogs", { title: `${word} care`, content });
    await adminLink(page, "Blogs").click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Blogs");
    await search(word);
    const preview = page.getByRole("region", { name: "Preview" });

    await test.step("the table shows the first 100 characters, and the form requires title and content", async () => {
      const row = rowOf(page, title);
      const plain = `Bold ${"word ".repeat(60)}`;
      await expect(row).toContainText(`${plain.slice(0, 100)}…`);
      await expect(row).toContainText("+1");
      for (const name of ["title", "content"])
        await expect(recordForm(page).locator(`[name=${name}]`)).toHaveAttribute("required");
      await expect(recordForm(page).locator("[name=images]")).toHaveAttribute("accept", /^image\//);
    });
    await test.step("the preview renders Markdown and shows HTML as text", async () => {
      await fillRecord(page, { content: "# Moon\n\n- one\n- two\n\n<b>not bold</b>" });
      await expect(preview.getByRole("heading", { name: "Moon", level: 2 })).toBeVisible();
      await expect(preview.getByRole("listitem")).toHaveText(["one", "two"]);
      await expect(preview).toContainText("<b>not bold</b>");
      await fillRecord(page, { content: "" });
    });
    await test.step("the editor over the whole screen writes into the form", async () => {
      await page.getByRole("button", { name: "Full width editor of Content" }).click();
      const editor = page.getByRole("dialog", { name: "Content" });
      await expect(editor.getByLabel("Content", { exact: true })).toBeFocused();
      await page.keyboard.type("## Sun");
      await expect(editor.getByRole("heading", { name: "Sun" })).toBeVisible();
      await expectAccessible(page, "dialog[open]");
      await page.setViewportSize(PHONE.viewport);
      await expect(editor.getByRole("heading", { name: "Sun" })).toBeHidden();
      await editor.getByRole("button", { name: "Preview" }).click();
      await expect(editor.getByRole("heading", { name: "Sun" })).toBeVisible();
      await page.setViewportSize({ width: 1280, height: 720 });
      await editor.getByRole("button", { name: "Done" }).click();
      await expect(editor).toBeHidden();
      await expect(recordForm(page).locator("[name=content]")).toHaveValue("## Sun");
      await fillRecord(page, { content: "" });
    });
    await test.step("the preview and the public page render the same HTML", async () => {
      const edit = () =>
        rowOf(page, blog.title)
          .getByRole("link", { name: /^Edit / })
          .click();
      await edit();
      await expect(preview.getByRole("heading", { name: "Care" })).toBeVisible();
      const product = await makeProduct({ title: `${word} stone` });
      await recordForm(page).getByText("Mentioned products and courses").click();
      await recordForm(page).getByLabel("Mentioned products").fill(word);
      await recordForm(page).getByRole("button", { name: product.title }).click();
      await expect(page.getByRole("list", { name: "Chosen: Mentioned products" })).toContainText(product.title);
      await saveButton(page).click();
      await expect(message(page, "✅ Blog updated successfully")).toBeVisible();
      const saved = (await (await request.get(`/api/blogs/${blog._id}`)).json()) as typeof blog;
      expect(saved.mentionedProducts).toEqual([product._id]);
      await edit();
      await expect(page.getByRole("list", { name: "Chosen: Mentioned products" })).toContainText(product.title);
      const served = await (await request.get(`/blogs/${blog._id}`)).text();
      const rendered = await page.evaluate(
        (html) => new DOMParser().parseFromString(html, "text/html").querySelector(".article")?.innerHTML,
        served,
      );
      expect(rendered).toBe(await preview.locator(".article").innerHTML());
    });
  });
  await test.step("an expert requires a name only, is offline by default and may have three prices", async () => {
    const name = uniqueWord();
    await adminLink(page, "Experts").click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Experts");
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
    await form.getByText(/^Details: /).click();
    await fillRecord(page, { topics: "Career\nFamily", sampleQuestions: "Which way?" });
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
      topics: ["Career", "Family"],
      sampleQuestions: ["Which way?"],
    });
    await page.getByRole("button", { name: `set ${name} online` }).click();
    await expect(message(page, "✅ Expert updated successfully")).toBeVisible();
    await expect(page.getByRole("button", { name: `set ${name} offline` })).toHaveText(/^online/);
    const [changed] = (await (await request.get(`/api/experts?q=${name}`)).json()) as object[];
    expect(changed).toMatchObject({ ...experts[0], status: "online", version: 2 });
  });
});
