import type { Blog } from "../../src/contracts/catalogue/blog.ts";
import { expectAccessibleAndFits } from "./support/accessibility.ts";
import { readStructuredData, withoutScripts } from "./support/checks.ts";
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

test("the list has pages of twelve; a card shows picture, date, title, the first 150 characters and Read More, and leads to the article", async ({
  page,
  request,
  makeRecord,
}) => {
  const words = "Slowly the moon climbs over the ghats ".repeat(10);
  await Promise.all(Array.from({ length: 6 }, () => makeRecord("blogs")));
  const hostileBlog = await makeRecord("blogs", { title: `</script>${HOSTILE}` });
  const blog = await makeRecord("blogs", { content: `## Moon\n\n**${words.trim()}**` }, 1);
  const bare = await makeRecord("blogs", { content: "Short." });
  await visit(page, "/blogs");
  await expect(page.getByRole("heading", title("Our Blogs"))).toBeVisible();
  await expect(page.locator('link[rel="alternate"]')).toHaveAttribute("href", "/blogs/rss.xml");
  expect((await request.get("/blogs/rss.xml")).status()).toBe(200);
  await test.step("more than twelve articles are paged by links", async () => {
    await expect(cards(page)).toHaveCount(12);
    await page.getByRole("navigation", { name: "Pages" }).getByRole("link", { name: "Next" }).click();
    await expect(page).toHaveURL("/blogs?page=2");
    await expect(page.getByRole("heading", title("Our Blogs"))).toBeInViewport();
    await page.goBack();
    await expect(cards(page)).toHaveCount(12);
  });
  await test.step("HTML in a title is shown as text, and the list is accessible and never scrolls sideways", async () => {
    await expect(cards(page).getByRole("link", { name: hostileBlog.title })).toBeVisible();
    await expect(page).not.toHaveTitle("run");
    await expectAccessibleAndFits(page);
    await page.setViewportSize({ width: 1280, height: 720 });
  });

  const card = cards(page).filter({ hasText: blog.title });
  await expect(card.locator("img")).toHaveAttribute("src", /\/uploads\//);
  await expect(card.getByText(writtenDay(blog.createdAt), { exact: true })).toBeVisible();
  await expect(card.getByText(`${`Moon ${words}`.slice(0, 150).trimEnd()}…`, { exact: true })).toBeVisible();
  await expect(card.getByText("Read More", { exact: true })).toBeVisible();
  // The full article is not sent with the list.
  expect(await page.content()).not.toContain(words.slice(0, 200));

  const other = cards(page).filter({ hasText: bare.title });
  await expect(other.getByText("No Image", { exact: true })).toBeVisible();
  await expect(other.getByText("Short.", { exact: true })).toBeVisible();

  // The card's link covers its text.
  await card.getByText("Read More", { exact: true }).click({ force: true });
  await expect(page).toHaveURL(`/blogs/${blog._id}`);
  await expect(page.getByRole("heading", title(blog.title))).toBeVisible();
});

test("an article shows its content, links the next article, is accessible, and never runs HTML", async ({
  page,
  makeProduct,
  makeRecord,
}) => {
  await test.step("an article shows title, date, Astrologer, one large picture and its content with line breaks", async () => {
    const content =
      "## A part\n\nfirst\nsecond\n\n- item\n\n> quoted\n\n[inside](/products) [outside](https://example.com)";
    const older = await makeRecord("blogs", {
      content: `## One\n\n${"word ".repeat(500)}\n\n## Two\n\n## Keep it dry`,
    });
    const [stone, course] = [await makeProduct(), await makeRecord("courses")];
    const mentioned = { mentionedProducts: stone._id, mentionedCourses: course._id };
    const blog = await makeRecord("blogs", { content, ...mentioned }, 1);
    await visit(page, `/blogs/${blog._id}`);
    const article = page.getByRole("article");
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
  });
  await test.step("an article is accessible and never scrolls sideways; HTML in it is shown as text and never runs", async () => {
    const wide = "| a | b |\n|:-:|--:|\n| Longwordswithoutanyspacesinthem | Anotherverylongwordinatable |";
    const content = `# One\n\n### Two\n\n${wide}\n\n\`\`\`\n${"code".repeat(60)}\n\`\`\`\n\n${"x".repeat(200)}`;
    const blog = await makeRecord("blogs", { content }, 4);
    await visit(page, `/blogs/${blog._id}`);
    await test.step("several pictures of an article are shown in two columns", async () => {
      const boxes = await Promise.all(
        [0, 1, 2, 3].map((index) => page.getByRole("article").getByRole("img").nth(index).boundingBox()),
      );
      const [a, b, c, d] = boxes.map((box) => box!);
      expect([a!.y, c!.y]).toEqual([b!.y, d!.y]);
      expect([a!.x, b!.x]).toEqual([c!.x, d!.x]);
      expect(b!.x).toBeGreaterThan(a!.x + a!.width);
    });
    await expectAccessibleAndFits(page);

    const hostile = await makeRecord("blogs", {
      title: `</script>${HOSTILE}`,
      content: `${HOSTILE}\n\n[x](javascript:document.title='run')\n\n![pic](https://example.com/x.png)`,
    });
    await visit(page, `/blogs/${hostile._id}`);
    await expect(page.getByRole("article").getByText(HOSTILE).last()).toBeVisible();
    await expect(page.getByRole("article").getByRole("img")).toHaveCount(0);
    await expect(page.getByRole("article").getByRole("link")).toHaveText([/./, "View All Insights"]);
    await expect(page).not.toHaveTitle("run");
  });
});

test("the list and an article are complete without scripts", async ({ browser, shop, request }) => {
  const [blog] = (await (await request.get("/api/blogs?limit=1")).json()) as Blog[];
  const page = await withoutScripts(browser, shop.url, "/blogs");
  await cards(page).getByRole("link", { name: blog!.title }).click();
  await expect(page.getByRole("heading", title(blog!.title))).toBeVisible();
  await expect(page.getByRole("article")).toContainText(blog!.content.slice(-80).trim());
  await page.context().close();
});

test("/blog redirects to /blogs", async ({ request, shop }) => {
  const reply = await request.get("/blog", { maxRedirects: 0 });
  expect(reply.status()).toBe(302);
  expect(new URL(reply.headers().location!, shop.url).pathname).toBe("/blogs");
});
