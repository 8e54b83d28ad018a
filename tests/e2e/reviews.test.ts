import type { APIRequestContext, Locator, Page } from "@playwright/test";
import type { Product } from "../../src/contracts/catalogue/product.ts";
import { createKeyedHash } from "../../src/server/platform/keyed-hash.ts";
import { createSignedIds } from "../../src/server/platform/signed-ids.ts";
import { expectAccessible, expectAccessibleAndFits } from "./support/accessibility.ts";
import { fillForm, pressMain } from "./support/account.ts";
import { mainOf, message, photo, test } from "./support/admin.ts";
import { makeOrder, readOrder, shortId } from "./support/admin-orders.ts";
import { payElsewhere } from "./support/checkout.ts";
import { readStructuredData } from "./support/checks.ts";
import { expect, JWT_SECRET } from "./support/test.ts";
import { visit, visitWith } from "./support/visit.ts";

const region = (page: Page, name: string) => page.getByRole("region", { name, exact: true });
const reviews = (page: Page) => region(page, "Reviews");
const card = (page: Page, { title }: Product) => page.getByRole("article", { name: `Review of ${title}` });

/** Photos that are not public have signed addresses. */
const expectLoaded = (photo: Locator) =>
  expect.poll(() => photo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);

/** A delivered order with a consultation, which has not taken place, and the piece. */
async function deliver(request: APIRequestContext, ownerToken: string, { _id, offerPrice }: Product) {
  const product = { itemId: _id, itemType: "product" as const, price: offerPrice };
  const { customer, order } = await makeOrder(request, { product });
  await payElsewhere(request, customer, order);
  await expect.poll(async () => (await readOrder(request, ownerToken, order)).status).toBe("paid");
  const headers = { authorization: `Bearer ${ownerToken}` };
  await expect(
    await request.put(`/api/orders/${order._id}/status`, { headers, data: { status: "delivered" } }),
  ).toBeOK();
  return { customer, order };
}

async function write(page: Page, { title }: Product) {
  const form = region(page, title).getByRole("form", { name: "Your review" });
  await form.getByRole("button", { name: "Send review" }).click();
  await expect(form.getByRole("group", { name: "Stars" })).toHaveAccessibleDescription("Choose one to five stars.");
  await expect(form.getByRole("radio", { name: "1 star" })).toBeFocused();
  for (let stars = 1; stars < 4; stars++) await page.keyboard.press("ArrowRight");
  await expect(form.getByRole("radio", { name: "4 stars" })).toBeChecked();
  await form.getByLabel("Your words").fill("Deep colour.\nSmaller than I thought.");
  await form.getByLabel("Photos").setInputFiles([await photo("ring.png"), await photo("box.png", 50)]);
  await form.getByRole("button", { name: "Remove box.png, number 2" }).click();
  await expectAccessibleAndFits(page);
  await form.getByRole("button", { name: "Send review" }).click();
}

test("a buyer reviews a delivered piece with a photo; the owner publishes it with a reply; the piece's page and its structured data show the same; the buyer withdraws it", async ({
  page,
  request,
  ownerToken,
  makeProduct,
}) => {
  const product = await makeProduct({ pictures: 1 });
  const { customer, order } = await deliver(request, ownerToken, product);
  const path = `/product/${product._id}`;
  const line = region(page, product.title);

  const html = async (address: string) => (await request.get(address)).text();

  await test.step("without reviews the page has no such part and claims none", async () => {
    expect(await html(path)).not.toMatch(/aggregateRating|"review"|id="reviews"/);
  });
  // Without scripts and with a wrong link: tests/integration/html-pages.test.ts.
  await test.step("the mail's link opens without a login; writing asks to log in", async () => {
    const token = createSignedIds(createKeyedHash(JWT_SECRET), "review").sign(order._id);
    await visit(page, `/review/${token}`);
    await line.getByRole("link", { name: "Log in to write a review" }).click();
    await fillForm(page, { email: customer.email, password: customer.password });
    await pressMain(page, "Login");
    await expect(page).toHaveURL(`/review/${token}?item=${product._id}`);
    await expect(line.getByRole("form")).toBeVisible();
  });
  await test.step("the order's page leads to the form, which names what is missing", async () => {
    await visit(page, `/orders/${order._id}`);
    await page.getByRole("link", { name: `Write or see your review of ${product.title}` }).click();
    await expect(mainOf(page).getByText("You can review this when it has arrived")).toBeVisible();
    await write(page, product);
    await expect(line.getByText("Thank you for your review. We read it first")).toBeFocused();
    await expectLoaded(line.getByRole("img", { name: "Photo 1 by Asha K." }));
  });
  await test.step("the owner publishes it with a reply", async () => {
    await visitWith(page, "/admin", { token: ownerToken });
    await page.getByRole("link", { name: /reviews? waits? for your look/ }).click();
    await expect(card(page, product)).toContainText(`Order ${shortId(order)}4 of 5 starsAsha K.`);
    await expectLoaded(card(page, product).getByRole("img", { name: "Photo 1 by Asha K." }));
    await expectAccessibleAndFits(page);
    await card(page, product).getByRole("button", { name: "Reject" }).click();
    await page.getByRole("button", { name: "Reject", exact: true }).click();
    await expect(page.getByLabel("Reason, for the buyer")).toHaveAccessibleDescription(
      "Reason, for the buyer is required.",
    );
    await page.getByRole("button", { name: "Cancel" }).click();
    await card(page, product).getByRole("button", { name: "Reply" }).click();
    await page.getByLabel("Reply, for everybody").fill("Thank you, Asha.");
    await page.getByRole("button", { name: "Publish", exact: true }).click();
    await expect(message(page, "Review published")).toBeVisible();
    await expect(card(page, product)).toHaveCount(0);
  });
  await test.step("the page and its structured data show the same", async () => {
    await visit(page, path);
    await expect(page.getByRole("link", { name: "4.0 of 5 stars, 1 review" })).toHaveAttribute("href", "#reviews");
    await expect(reviews(page)).toContainText("5 stars04 stars13 stars02 stars01 star0");
    await expect(reviews(page)).toContainText("Deep colour.\nSmaller than I thought.");
    await expect(reviews(page)).toContainText("Thank you, Asha.");
    await expect(reviews(page).getByRole("link", { name: "Photo 1 by Asha K." })).toHaveAttribute("href", /^\/uploads/);
    await expectAccessible(page, "section[aria-labelledby=reviews]");
    const [data] = await readStructuredData(page);
    expect(data.aggregateRating).toEqual({ "@type": "AggregateRating", ratingValue: "4.0", reviewCount: 1 });
    const review = { author: { name: "Asha K." }, reviewRating: { ratingValue: 4 } };
    expect(data.review).toMatchObject([{ ...review, reviewBody: "Deep colour.\nSmaller than I thought." }]);
    const list = await html(`/products?q=${product.title}`);
    expect(list.replace(/<!--.*?-->|<[^>]+>/g, "")).toContain("4.0 of 5 stars,(1)1 review");
  });
  await test.step("the buyer withdraws it", async () => {
    await visitWith(page, `/orders/${order._id}/review`, { token: customer.token });
    await expect(line.getByText("Thank you for your review. It is published.")).toBeVisible();
    await line.getByRole("button", { name: "Withdraw" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Withdraw" }).click();
    await expect(message(page, "Your review is withdrawn.")).toBeVisible();
    await expect(line.getByText("Write a review")).toBeVisible();
    await expect.poll(() => html(path)).not.toMatch(/aggregateRating|id="reviews"/);
  });
});
