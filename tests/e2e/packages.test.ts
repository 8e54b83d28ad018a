import type { Page } from "@playwright/test";
import { defaultSettings } from "../../site.config.ts";
import { expect, test } from "./support/test.ts";
import { tabTo, visit } from "./support/visit.ts";

const { packages } = defaultSettings.packages;

const card = (page: Page, name: string) => page.getByRole("article", { name });
const cartIn = (page: Page) => page.evaluate(() => JSON.parse(localStorage.getItem("cart") ?? "[]"));

const table = [
  ["30-Minutes", "Precise Pathway", "₹900", "₹1,200"],
  ["60-Minutes", "Deep Dive", "₹1,800", "₹2,400"],
  ["90-Minutes", "Holistic Guidance", "₹2,700", "₹3,600"],
] as const;

test("three packages show duration, prices and details; one is added to the cart by audio or video", async ({
  page,
  request,
}) => {
  await test.step("the three packages are in order, and only Deep Dive is tagged Most Popular and highlighted", async () => {
    await visit(page, "/");
    const section = page.locator("#consultancy");
    await expect(section.getByRole("heading", { level: 3 })).toHaveText(table.map(([, title]) => title));
    await expect(section.getByText("Most Popular")).toHaveCount(1);
    await expect(card(page, "Deep Dive").getByText("Most Popular")).toBeVisible();
    const grounds = await section
      .getByRole("article")
      .evaluateAll((articles) => articles.map((article) => getComputedStyle(article).color));
    expect(grounds[0]).toBe(grounds[2]);
    expect(grounds[1]).not.toBe(grounds[0]);
  });
  await test.step("each package shows its duration and its audio (default) and video price", async () => {
    for (const [duration, title, audio, video] of table) {
      const offer = card(page, title);
      await expect(offer.getByText(duration)).toBeVisible();
      await expect(offer.getByText("Best for:")).toBeVisible();
      await expect(offer.getByRole("radio", { name: "Audio" })).toBeChecked();
      await expect(offer.getByText(audio)).toBeVisible();
      await expect(offer.getByText(video)).toBeHidden();

      await offer.getByText("Video", { exact: true }).click();
      await expect(offer.getByText(video)).toBeVisible();
      await expect(offer.getByText(audio)).toBeHidden();
      await expect(page.getByRole("radio", { name: "Video", checked: true })).toHaveCount(1);

      await offer.getByText("Audio", { exact: true }).click();
      await expect(offer.getByText(audio)).toBeVisible();
    }
  });
  await test.step("details expand for one card at a time", async () => {
    const [first, second] = packages;
    const inFirst = page.getByText(first!.included[0]!);
    const inSecond = page.getByText(second!.suitableFor[0]!);
    await expect(inFirst).toBeHidden();

    await card(page, first!.title).getByText("Show details").click();
    await expect(inFirst).toBeVisible();
    await expect(page.getByText(first!.suitableFor[0]!)).toBeVisible();

    await card(page, second!.title).getByText("Show details").click();
    await expect(inSecond).toBeVisible();
    await expect(inFirst).toBeHidden();

    await card(page, second!.title).getByText("Hide details").click();
    await expect(inSecond).toBeHidden();
  });
  await test.step("the keyboard selects the mode, its price is announced, and adds the package", async () => {
    const offer = card(page, "Deep Dive");
    await card(page, "Precise Pathway").getByRole("button", { name: "Add to Cart" }).focus();
    await tabTo(page, offer.getByRole("radio", { name: "Audio" }), 5);
    await page.keyboard.press("ArrowRight");
    const video = offer.getByRole("radio", { name: "Video" });
    await expect(video).toBeFocused();
    await expect(video).toHaveAccessibleDescription("₹2,400");
    await expect(offer.getByText("₹2,400")).toBeVisible();
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("link", { name: "Cart, 1 item" })).toBeVisible();
    expect(await cartIn(page)).toMatchObject([{ itemId: "Deep Dive-video" }]);
  });

  await test.step("adding a package stores a consultancy item and shows a toast with a link to the cart", async () => {
    await card(page, "Deep Dive").getByText("Audio", { exact: true }).click();
    await card(page, "Deep Dive").getByRole("button", { name: "Add to Cart" }).click();
    await expect(page.getByRole("status")).toContainText("Added to your cart");
    await expect(page.getByRole("status").getByRole("link", { name: "View cart" })).toHaveAttribute("href", "/cart");
    expect((await cartIn(page)).slice(1)).toEqual([
      {
        itemId: "Deep Dive-audio",
        itemType: "consultancy",
        title: "Deep Dive (Audio)",
        price: 1800,
        image: "/logo.png",
        qty: 1,
      },
    ]);
    await expect(page.getByRole("link", { name: "Cart, 2 items" })).toBeVisible();
  });
  await test.step("the same package by video is a separate line, and a second add raises the quantity", async () => {
    const offer = card(page, "Precise Pathway");
    const add = offer.getByRole("button", { name: "Add to Cart" });
    await add.click();
    await offer.getByText("Video", { exact: true }).click();
    await add.click();
    await add.click();
    await expect(offer.getByText("2 in your cart")).toBeVisible();
    await expect(offer.getByText("1 in your cart")).toBeHidden();
    await offer.getByText("Audio", { exact: true }).click();
    await expect(offer.getByText("1 in your cart")).toBeVisible();
    expect((await cartIn(page)).slice(2)).toMatchObject([
      { itemId: "Precise Pathway-audio", title: "Precise Pathway (Audio)", price: 900, qty: 1 },
      { itemId: "Precise Pathway-video", title: "Precise Pathway (Video)", price: 1200, qty: 2 },
    ]);
  });
  await test.step("the toast does not cover the pressed button, and the drawer shows the package with the logo", async () => {
    // Earlier toasts close by themselves while the pointer is elsewhere.
    await page.mouse.move(0, 0);
    await expect(page.locator(".toast")).toHaveCount(0);
    const add = card(page, "Holistic Guidance").getByRole("button", { name: "Add to Cart" });
    // Scroll the button to the top right, where toasts appear.
    await add.evaluate((button) =>
      window.scrollBy({ top: button.getBoundingClientRect().top - 90, behavior: "instant" }),
    );
    await add.click();
    const gap = () =>
      add.evaluate((button) => {
        const toast = document.querySelector(".toast")!;
        return toast.getBoundingClientRect().top - button.getBoundingClientRect().bottom;
      });
    await expect.poll(gap).toBeGreaterThanOrEqual(0);
    await page.getByRole("button", { name: "Open cart, 6 items" }).click();
    const line = page.getByRole("dialog", { name: "Your Cart" }).getByRole("listitem").filter({ hasText: "Holistic" });
    await expect(line.getByText("Holistic Guidance (Audio)")).toBeVisible();
    await expect(line.locator("img")).toHaveAttribute("src", "/logo.png");
    expect((await request.get("/logo.png")).headers()["content-type"]).toBe("image/png");
  });
});
