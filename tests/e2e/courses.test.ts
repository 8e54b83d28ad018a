import type { Course } from "../../src/contracts/catalogue/course.ts";
import { expectAccessible } from "./support/accessibility.ts";
import { readStructuredData } from "./support/checks.ts";
import { test, uniqueWord } from "./support/own-records.ts";
import { expect } from "./support/test.ts";
import { cards, expectProducts, visit } from "./support/visit.ts";

const title = (name: string) => ({ level: 1, name, exact: true }) as const;

// Without scripts: tests/integration/pages-without-scripts.test.ts.
test("the list shows six courses, newest first; a page change scrolls to the top; the search covers title and description and starts at page 1; a card leads to its course", async ({
  page,
  request,
  makeRecord,
}) => {
  const all = (await (await request.get("/api/courses")).json()) as Course[];
  await visit(page, "/courses");
  await expect(page.getByRole("heading", title("Our Courses"))).toBeVisible();
  await expectProducts(
    page,
    all.slice(0, 6).map((course) => course.title),
  );
  await expectAccessible(page);
  await page.setViewportSize({ width: 360, height: 740 });
  const pages = page.getByRole("navigation", { name: "Pages" });
  await test.step("on a phone the pages are changed by links", async () => {
    await expect(pages.getByRole("link")).toHaveText(["1", "2", "Next"]);
    await pages.getByRole("link", { name: "Next" }).click();
    await expect(page).toHaveURL("/courses?page=2");
    await expect(cards(page)).toHaveCount(3);
    await expect(page.getByRole("heading", title("Our Courses"))).toBeInViewport();
    expect(await page.evaluate(() => scrollY)).toBe(0);
    await expect(pages.getByRole("link")).toHaveText(["Prev", "1", "2"]);
  });
  await page.setViewportSize({ width: 1280, height: 720 });

  const word = uniqueWord();
  const description = `The ${word} course starts here.\n\n${"It goes on for long. ".repeat(40)}`;
  const course = await makeRecord(
    "courses",
    { title: "Loved", description, actualPrice: 123456, offerPrice: 99999, topSelling: true },
    1,
  );
  await makeRecord("courses", { title: `In the ${word}title`, actualPrice: 700, offerPrice: 700 });
  const box = page.getByRole("searchbox", { name: "Search courses" });
  await expect(box).toHaveAttribute("placeholder", "Search courses...");
  await test.step("a search without matches shows a message and can be cleared", async () => {
    await box.fill(uniqueWord());
    await expect(page.getByRole("heading", { name: "No courses found.", exact: true })).toBeVisible();
    await page.getByRole("link", { name: "Clear search" }).click();
    await expect(page).toHaveURL("/courses");
    await expect(cards(page)).toHaveCount(6);
    await expect(box).toHaveValue("");
  });
  await box.fill(`${word}TITLE`.toUpperCase());
  await expect(page).toHaveURL(`/courses?q=${word.toUpperCase()}TITLE`);
  await expect(cards(page)).toHaveText([/In the/]);
  await box.fill(word);
  await expect(cards(page)).toHaveCount(2);
  // What fits on one page has no page numbers.
  await expect(pages).toHaveCount(0);

  await test.step("a card shows picture, title, description, offer price and the label, and leads to the course", async () => {
    const loved = cards(page).filter({ hasText: "Loved" });
    await expect(loved.getByText("Top Selling", { exact: true })).toBeVisible();
    await expect(loved.locator("img")).toHaveAttribute("src", /\/uploads\//);
    await expect(loved.getByRole("heading", { level: 2, name: course.title })).toBeVisible();
    await expect(loved.getByText(`The ${word} course starts here. It goes on`)).toBeVisible();
    await expect(loved.getByText("₹99,999", { exact: true })).toBeVisible();
    await expect(loved.locator("s")).toHaveText("₹1,23,456");
    await expect(loved.getByText("Exchange Energy")).toBeVisible();
    // Long descriptions are not sent with the list.
    expect(await page.content()).not.toContain("It goes on for long. ".repeat(20));

    const plain = cards(page).filter({ hasText: "In the" });
    await expect(plain.getByText("No Image", { exact: true })).toBeVisible();
    await expect(plain.getByText("Top Selling")).toHaveCount(0);
    await expect(plain.getByText("₹700", { exact: true })).toBeVisible();
    await expect(plain.locator("s")).toHaveCount(0);

    await loved.click({ position: { x: 20, y: 100 } });
    await expect(page).toHaveURL(`/course/${course._id}`);
    await expect(page.getByRole("heading", title(course.title))).toBeVisible();
  });
});

test("a course shows title, tagline, badges, picture, overview, prices, notices and the full description", async ({
  page,
  makeRecord,
}) => {
  const description = `A first sentence. First line\nsecond line\n\n${"Long text. ".repeat(60)}the very end`;
  const course = await makeRecord(
    "courses",
    { description, shortDescription: "A short promise", actualPrice: 5000, offerPrice: 4000, topSelling: true },
    1,
  );
  await visit(page, `/course/${course._id}`);

  const main = page.getByRole("main");
  await expect(main.getByRole("heading", title(course.title))).toBeVisible();
  await expect(main.getByText("Learn slowly, in small groups, from people who practise")).toBeVisible();
  await expect(main.getByText("A short promise", { exact: true })).toHaveCount(1);
  await expect(main.getByText("Top Selling", { exact: true })).toBeVisible();
  await expect(main.getByText("Bestseller", { exact: true })).toBeVisible();
  await expect(main.getByRole("img", { name: course.title })).toBeVisible();
  await expect(main.getByRole("region", { name: "Overview" })).toContainText("A short promise");
  await expect(main.getByText("₹4,000", { exact: true })).toBeVisible();
  await expect(main.locator("s")).toHaveText("₹5,000");
  for (const notice of ["No cancellation", "No refund", "No transfer of service"])
    await expect(main.getByText(notice, { exact: true })).toBeVisible();
  const about = main.getByRole("region", { name: "About this Course" });
  await expect(about).toContainText("the very end");
  expect(await about.getByText("First line").innerText()).toContain("First line\nsecond line");
  await expect(main.getByRole("heading", { name: "Have a question?" })).toBeVisible();

  await test.step("price and button are visible without scrolling; the page is accessible", async () => {
    for (const width of [1280, 360]) {
      await page.setViewportSize({ width, height: 720 });
      await expect(page.getByRole("button", { name: "Exchange Energy" })).toBeInViewport({ ratio: 1 });
      await expect(page.getByText("₹4,000", { exact: true })).toBeInViewport({ ratio: 1 });
    }
    await expectAccessible(page);
    await page.setViewportSize({ width: 1280, height: 720 });
  });
  const [data, crumbs] = await readStructuredData(page);
  expect(data).toMatchObject({ "@type": "Course", name: course.title, offers: { "@type": "Offer", price: 4000 } });
  expect(crumbs).toMatchObject({ "@type": "BreadcrumbList" });

  await test.step("Exchange Energy adds the course at its offer price, one more each time it is pressed", async () => {
    const button = page.getByRole("button", { name: "Exchange Energy" });
    await button.click();
    await expect(page.getByRole("status").getByRole("link", { name: "View cart" })).toHaveAttribute("href", "/cart");
    await expect(page.getByRole("status")).toContainText("Added to your cart: 1 of this");
    await expect(main.getByText("1 in your cart")).toBeVisible();
    await button.click();
    await expect(page.getByRole("button", { name: "Open cart, 2 items" })).toBeVisible();
    await expect(page.getByRole("status")).toContainText("Added to your cart: 2 of this");
    await expect(page.getByRole("status").getByRole("link", { name: "View cart" })).toHaveCount(1);
    await expect(main.getByText("2 in your cart")).toBeVisible();
    const cart = await page.evaluate(() => JSON.parse(localStorage.getItem("cart") ?? ""));
    expect(cart).toEqual([
      { itemId: course._id, itemType: "course", title: course.title, price: 4000, image: course.image, qty: 2 },
    ]);
    await main.getByRole("link", { name: "View cart" }).click();
    await expect(page).toHaveURL("/cart");
    await expect(main.getByText("You are buying this course 2 times.")).toBeVisible();
    await main.getByRole("button", { name: `One less ${course.title}` }).click();
    await expect(main.getByText("You are buying this course")).toHaveCount(0);
  });
  await test.step("without a short description the overview is the first 200 characters and an ellipsis", async () => {
    const words = `${"A word. ".repeat(25)}next`;
    const plain = await makeRecord("courses", { description: words });
    await visit(page, `/course/${plain._id}`);
    await expect(page.getByText(`${words.slice(0, 200)}…`, { exact: true })).toBeVisible();
    await expect(page.getByText("No Image", { exact: true })).toBeVisible();
    for (const badge of ["Top Selling", "Bestseller"])
      await expect(page.getByText(badge, { exact: true })).toHaveCount(0);
    for (const name of ["At a glance", "Syllabus", "Your teacher"])
      await expect(page.getByLabel(name, { exact: true })).toHaveCount(0);
  });
  await test.step("what is known of dates, syllabus and teacher is shown, and a start in the past is not", async () => {
    const teacher = await makeRecord("experts", { exp: 9, domain: "Tarot, Reiki" });
    const past = { nextStart: "2020-01-31", weeks: 1, days: "Tue, Thu 7 pm" };
    const syllabus = "Week 1\nSigns and houses\n\nWeek 2";
    const detailed = await makeRecord("courses", { ...past, syllabus, teacherId: teacher._id });
    await visit(page, `/course/${detailed._id}`);
    const glance = page.getByLabel("At a glance");
    await expect(glance.getByRole("term")).toHaveText(["Length", "Days"]);
    await expect(glance.getByRole("definition")).toHaveText(["1 week", "Tue, Thu 7 pm"]);
    const parts = page.getByRole("region", { name: "Syllabus" });
    await expect(parts.getByRole("listitem")).toHaveCount(2);
    await expect(parts.getByText("Signs and houses")).toBeHidden();
    await parts.getByText("Week 1").click();
    await expect(parts.getByText("Signs and houses")).toBeVisible();
    const [known] = await readStructuredData(page);
    expect(known).toMatchObject({
      hasCourseInstance: { instructor: { "@type": "Person", name: teacher.name } },
      syllabusSections: [{ name: "Week 1", description: "Signs and houses" }, { name: "Week 2" }],
    });
    await page.getByRole("region", { name: "Your teacher" }).getByRole("link", { name: teacher.name }).click();
    await expect(page).toHaveURL(`/experts/${teacher._id}`);
  });
});
