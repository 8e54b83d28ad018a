import { expectAccessible, expectAccessibleAndFits } from "./support/accessibility.ts";
import { readStructuredData } from "./support/checks.ts";
import { test } from "./support/own-records.ts";
import { expect } from "./support/test.ts";
import { cards, visit } from "./support/visit.ts";

const HOSTILE = "<script>document.title='run'</script><img src=x onerror=\"document.title='run'\">";

const title = (name: string) => ({ level: 1, name, exact: true }) as const;

const dayOf = (moment: string) =>
  new Intl.DateTimeFormat("en-US", { day: "numeric", month: "short", year: "numeric", timeZone: "Asia/Kolkata" })
    .formatToParts(new Date(moment))
    .filter(({ type }) => type !== "literal")
    .map(({ value }) => value);
const writtenDay = (moment: string) => {
  const [month, day, year] = dayOf(moment);
  return `${day} ${month} ${year}`;
};

// Without scripts, and /blog: tests/integration/pages-without-scripts.test.ts.
test("the list has pages of twelve with cards; an article shows its content and links the next article; both are accessible and never run HTML", async ({
  page,
  makeProduct,
  makeRecord,
}) => {
  const words = "Slowly the moon climbs over the ghats ".repeat(10);
  await Promise.all(Array.from({ length: 5 }, () => makeRecord("blogs")));
  const wide = "| a | b |\n|:-:|--:|\n| Longwordswithoutanyspacesinthem | Anotherverylongwordinatable |";
  const text = `# One\n\n### Two\n\n${wide}\n\n\`\`\`\n${"code".repeat(60)}\n\`\`\`\n\n${"x".repeat(200)}`;
  const content = `${HOSTILE}\n\n${text}\n\n[x](javascript:document.title='run')\n\n![pic](https://example.com/x.png)`;
  const hostile = await makeRecord("blogs", { title: `</script>${HOSTILE}`, content }, 4);
  const bare = await makeRecord("blogs", { content: "Short." });
  const older = await makeRecord("blogs", {
    content: `## One\n\n${"word ".repeat(500)}\n\n## Two\n\n## Keep it dry`,
  });
  const [stone, course] = [await makeProduct(), await makeRecord("courses")];
  const mentioned = { mentionedProducts: stone._id, mentionedCourses: course._id };
  const parts =
    "## A part\n\nfirst\nsecond\n\n- item\n\n> quoted\n\n[inside](/products) [outside](https://example.com)";
  const blog = await makeRecord("blogs", { content: `## Moon\n\n**${words.trim()}**\n\n${parts}`, ...mentioned }, 1);
  await visit(page, "/blogs");
  await expect(page.getByRole("heading", title("Our Blogs"))).toBeVisible();
  await expect(page.locator('link[rel="alternate"]')).toHaveAttribute("href", "/blogs/rss.xml");
  await test.step("more than twelve articles are paged by links", async () => {
    await expect(cards(page)).toHaveCount(12);
    await page.getByRole("navigation", { name: "Pages" }).getByRole("link", { name: "Next" }).click();
    await expect(page).toHaveURL("/blogs?page=2");
    await expect(page.getByRole("heading", title("Our Blogs"))).toBeInViewport();
    await page.goBack();
    await expect(cards(page)).toHaveCount(12);
  });
  await test.step("HTML in a title is shown as text, and the list is accessible", async () => {
    await expect(cards(page).getByRole("link", { name: hostile.title })).toBeVisible();
    await expect(page).not.toHaveTitle("run");
    await expectAccessible(page);
  });
  await test.step("a card shows picture, date, title, the first 150 characters and Read More, and leads to the article", async () => {
    const card = cards(page).filter({ hasText: blog.title });
    await expect(card.locator("img")).toHaveAttribute("src", /\/uploads\//);
    await expect(card.getByText(writtenDay(blog.createdAt), { exact: true })).toBeVisible();
    await expect(card.getByText(`${`Moon ${words}`.slice(0, 150)}…`, { exact: true })).toBeVisible();
    await expect(card.getByText("Read More", { exact: true })).toBeVisible();
    // The full article is not sent with the list.
    expect(await page.content()).not.toContain(words.slice(0, 200));

    const other = cards(page).filter({ hasText: bare.title });
    await expect(other.getByText("No Image", { exact: true })).toBeVisible();
    await expect(other.getByText("Short.", { exact: true })).toBeVisible();

    // The card's link covers its text.
    await card.getByText("Read More", { exact: true }).click({ force: true });
    await expect(page).toHaveURL(`/blogs/${blog._id}`);
  });
  const article = page.getByRole("article");
  await test.step("an article shows title, date, Astrologer, one large picture and its content with line breaks", async () => {
    await expect(article.getByRole("heading", title(blog.title))).toBeVisible();
    await expect(page.getByRole("heading", { level: 1 })).toHaveCount(1);
    await expect(article.getByText(writtenDay(blog.createdAt), { exact: true })).toBeVisible();
    await expect(article.getByText("Astrologer", { exact: true })).toBeVisible();
    await expect(article.getByRole("img")).toHaveCount(1);
    await expect(article.getByText("1 min read", { exact: true })).toBeVisible();
    await expect(article.getByRole("navigation", { name: "Contents" })).toHaveCount(0);
    await expect(article.getByRole("region", { name: "Mentioned in this article" }).getByRole("link")).toHaveText([
      stone.title,
      course.title,
    ]);
    await expect(article.getByRole("heading", { level: 2, name: "A part" })).toBeVisible();
    expect(await article.getByText("first").innerText()).toBe("first\nsecond");
    await expect(article.getByRole("blockquote")).toHaveText("quoted");
    await expect(article.getByRole("link", { name: "inside" })).not.toHaveAttribute("rel");
    await expect(article.getByRole("link", { name: "outside" })).toHaveAttribute("rel", "noopener nofollow");

    const [posting, crumbs] = await readStructuredData(page);
    expect(posting).toMatchObject({ "@type": "BlogPosting", headline: blog.title, datePublished: blog.createdAt });
    expect(crumbs).toMatchObject({ "@type": "BreadcrumbList" });
  });
  await test.step("a link to a page of the shop opens it without loading a document", async () => {
    await page.evaluate(() => document.body.classList.add("kept"));
    await article.getByRole("link", { name: "inside" }).click();
    await expect(page).toHaveURL("/products");
    await expect(page.locator("body.kept")).toBeVisible();
    await page.goBack();
  });
  await test.step("the next older article follows; a long one has reading time and contents with anchors", async () => {
    await article.getByRole("link", { name: older.title }).click();
    await expect(page).toHaveURL(`/blogs/${older._id}`);
    await expect(article.getByText("3 min read", { exact: true })).toBeVisible();
    await expect(article.getByRole("region", { name: "Mentioned in this article" })).toHaveCount(0);
    const contents = article.getByRole("navigation", { name: "Contents" });
    await expect(contents.getByRole("link")).toHaveText(["One", "Two", "Keep it dry"]);
    await contents.getByRole("link", { name: "Keep it dry" }).click();
    await expect(page).toHaveURL(`/blogs/${older._id}#part-keep-it-dry`);
    await expect(article.getByRole("heading", { name: "Keep it dry" })).toBeInViewport();
  });
  await article.getByRole("link", { name: "View All Insights" }).click();
  await expect(page).toHaveURL("/blogs");
  await test.step("HTML in a served article is shown as text and never runs", async () => {
    await visit(page, `/blogs/${hostile._id}`);
    await expect(article.getByText(HOSTILE).last()).toBeVisible();
    await expect(article.getByRole("link")).toHaveText([/./, "View All Insights"]);
    await expect(page).not.toHaveTitle("run");
  });
  await test.step("several pictures of an article are shown in two columns; it is accessible and never scrolls sideways", async () => {
    await expect(article.getByRole("img")).toHaveCount(4);
    const boxes = await Promise.all([0, 1, 2, 3].map((index) => article.getByRole("img").nth(index).boundingBox()));
    const [a, b, c, d] = boxes.map((box) => box!);
    expect([a!.y, c!.y]).toEqual([b!.y, d!.y]);
    expect([a!.x, b!.x]).toEqual([c!.x, d!.x]);
    expect(b!.x).toBeGreaterThan(a!.x + a!.width);
    await expectAccessibleAndFits(page);
  });
});
