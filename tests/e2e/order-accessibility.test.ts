import { expectAccessible, expectAccessibleAndFits } from "./support/accessibility.ts";
import { answerCall, makeCustomer, openPage, orderOf } from "./support/account.ts";
import { expect, test } from "./support/test.ts";
import { visit, visitWith } from "./support/visit.ts";

const items = (["product", "course", "consultancy"] as const).map((itemType) => ({
  itemId: itemType,
  itemType,
  title: `A ${itemType} with a name that is longer than one line of a phone`,
  price: 123456,
  qty: 2,
  image: "",
  ...(itemType === "course" && { groupLink: "https://chat.example.com/tarot" }),
}));
const history = [{ status: "pending" as const, at: "2026-11-14T05:00:00.000Z", by: "buyer" as const }];

test("paid and pending order pages have no accessibility violations", async ({ browser, request, shop }) => {
  const page = await openPage(browser, shop.url);
  const { token } = await makeCustomer(request);
  const answerWith = (status: "paid" | "pending") =>
    answerCall(page, "**/api/orders/abc123", 200, orderOf({ status, items, history, note: "A note\nof two lines" }));
  const isShown = () => expect(page.getByRole("region", { name: "Items" })).toBeVisible();
  await answerWith("paid");
  await visitWith(page, "/success?orderId=abc123", { token });
  await isShown();
  await expectAccessible(page);
  await visit(page, "/orders/abc123");
  await isShown();
  await page.getByRole("button", { name: "Add an address" }).click();
  await expect(page.getByRole("dialog", { name: "Add an address" })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expectAccessibleAndFits(page);
  // Both addresses are made of the same parts, and a cancelled order has fewer.
  await answerWith("pending");
  await visit(page, "/success?orderId=abc123");
  await isShown();
  await expectAccessible(page);
  await page.context().close();
});
