import type { Locator, Page } from "@playwright/test";
import { expectAccessible } from "./support/accessibility.ts";
import { makeCustomer } from "./support/account.ts";
import { IST, PRICE, setHours, slotsOf, takeTime } from "./support/appointments.ts";
import { rowOf, storedCart } from "./support/cart.ts";
import { inPopup, payButton, summary } from "./support/checkout.ts";
import { sidewaysScroll } from "./support/checks.ts";
import { test } from "./support/own-records.ts";
import { expect } from "./support/test.ts";
import { PHONE, tabTo, visit, visitWith } from "./support/visit.ts";

test.use({ timezoneId: "Asia/Kolkata" });

const dialog = (page: Page) => page.getByRole("dialog", { name: "Choose Duration" });
const inCart = (page: Page) => page.getByRole("dialog", { name: "In your cart" });
const next = (page: Page) => dialog(page).getByRole("button", { name: /^(Next|Nearest|Your time): / });

/** Clicks that are counted. */
function createTaps() {
  let count = 0;
  const tap = async (target: Locator) => {
    count += 1;
    await target.click();
  };
  return { tap, count: () => count };
}

test.describe("on a phone", () => {
  test.use(PHONE);

  test("a known buyer reaches the payment in five taps with the next free time, in six with any other", async ({
    page,
    request,
    ownerToken,
    makeRecord,
  }) => {
    const expert = await makeRecord("experts", { price: PRICE });
    await setHours(request, ownerToken, expert);
    const customer = await makeCustomer(request);
    const [first] = await slotsOf(request, expert);

    await test.step("Audio, length, next time, checkout, pay", async () => {
      const { tap, count } = createTaps();
      await visitWith(page, `/experts/${expert._id}`, { token: customer.token });
      await tap(page.getByRole("button", { name: /^Audio/ }));
      await expect(dialog(page)).toContainText(`${expert.name} calls you on ${customer.phone}.`);
      await tap(dialog(page).getByText("60 minutes"));
      await expect(next(page)).toHaveText(new RegExp(`^Next: ${IST.source}$`));
      expect(await sidewaysScroll(page)).toBe(0);
      await tap(next(page));
      await expect(inCart(page).getByText(IST)).toBeVisible();
      await expect(inCart(page).locator(":focus")).toContainText("Go to checkout");
      await expectAccessible(page, "dialog[open]");
      expect(await storedCart(page)).toMatchObject([{ itemId: `${expert._id}-audio-60`, startsAt: first, qty: 1 }]);
      await tap(inCart(page).getByRole("link", { name: "Go to checkout" }));
      await expect(summary(page)).toContainText(`${expert.name} calls you on the number that you give here.`);
      await tap(payButton(page));
      await expect(inPopup(page, /^Pay ₹/)).toBeVisible();
      expect(count()).toBe(5);
    });

    await test.step("Video, length, day, time, checkout, pay", async () => {
      const { tap, count } = createTaps();
      await visitWith(page, `/experts/${expert._id}`, { token: customer.token, cart: [] });
      await tap(page.getByRole("button", { name: /^Video/ }));
      await tap(dialog(page).getByText("90 minutes"));
      await tap(dialog(page).getByRole("list", { name: "Days" }).getByRole("button").nth(2));
      const times = dialog(page).getByRole("group", { name: /^Times on/ });
      await expect(times).toBeFocused();
      await expectAccessible(page, "dialog[open]");
      await tap(times.getByRole("group").getByRole("button").last());
      await tap(inCart(page).getByRole("link", { name: "Go to checkout" }));
      await tap(payButton(page));
      await expect(inPopup(page, /^Pay ₹/)).toBeVisible();
      expect(count()).toBe(6);
    });
  });
});

test("a time that is taken or cannot be checked is not added, and the nearest free one is offered", async ({
  browser,
  shop,
  request,
  ownerToken,
  makeRecord,
}) => {
  const expert = await makeRecord("experts", { price: PRICE });
  await setHours(request, ownerToken, expert);
  // A failed call appears in the console, which would fail the page of the test.
  const context = await browser.newContext({ baseURL: shop.url });
  const page = await context.newPage();
  await visit(page, `/experts/${expert._id}`);
  const [first] = await slotsOf(request, expert);

  await test.step("by keyboard: the dialog opens at the length, the times follow", async () => {
    const audio = page.getByRole("button", { name: /^Audio/ });
    await audio.press("Enter");
    await expect(dialog(page)).toBeVisible();
    await tabTo(page, dialog(page).getByRole("radio", { name: "30 minutes" }), 3);
    await page.keyboard.press("ArrowDown");
    await expect(next(page)).toBeVisible();
    // Enter in the lengths adds nothing.
    await page.keyboard.press("Enter");
    expect(await storedCart(page)).toEqual([]);
    await expect(dialog(page)).toContainText(`${expert.name} calls you: give your number at checkout.`);
    await tabTo(page, next(page), 2);
  });
  await test.step("without a connection nothing is lost", async () => {
    await context.setOffline(true);
    await page.keyboard.press("Enter");
    await expect(dialog(page).getByRole("alert").filter({ hasText: "please check your connection" })).toBeFocused();
    expect(await storedCart(page)).toEqual([]);
    await context.setOffline(false);
  });
  await test.step("somebody takes the time: the nearest is offered", async () => {
    await takeTime(request, ownerToken, expert, first!);
    await next(page).click();
    await expect(dialog(page).getByRole("alert").filter({ hasText: "taken a moment ago" })).toBeFocused();
    await expect(next(page)).toHaveText(/^Nearest: /);
    const nearest = (await slotsOf(request, expert))[0]!;
    await next(page).click();
    await expect(inCart(page)).toBeVisible();
    expect(await storedCart(page)).toMatchObject([{ startsAt: nearest }]);
    await page.keyboard.press("Escape");
    await expect(page.getByRole("button", { name: /^Audio/ })).toBeFocused();
  });
  await test.step("Choose later adds the session without a time", async () => {
    await page.getByRole("button", { name: /^Video/ }).click();
    await dialog(page).getByRole("button", { name: "Choose later" }).click();
    await expect(dialog(page)).toBeHidden();
    expect((await storedCart(page))[1]).not.toHaveProperty("startsAt");
    await page.getByRole("banner").getByRole("link", { name: /^Cart/ }).click();
    await expect(rowOf(page, `${expert.name} (Audio`)).toContainText("calls you: give your number at checkout.");
  });
  await context.close();
});
