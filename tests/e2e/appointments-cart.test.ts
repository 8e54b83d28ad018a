import type { Page } from "@playwright/test";
import { HOLD_MINUTES } from "../../src/contracts/orders/order-rules.ts";
import { expectAccessible } from "./support/accessibility.ts";
import { logInAs, makeCustomer } from "./support/account.ts";
import { IST, orderAt, PRICE, session, sessionWith, setHours, slotsOf, takeTime } from "./support/appointments.ts";
import { rowOf, storedCart } from "./support/cart.ts";
import { expectPaid, form, inPopup, payButton, payInPopup, setStatus, summary } from "./support/checkout.ts";
import { test } from "./support/own-records.ts";
import { expect } from "./support/test.ts";
import { collectConsoleErrors, tabTo, visitWith } from "./support/visit.ts";

const KATHMANDU = new RegExp(`${IST.source} \\(\\w{3} \\d{1,2} \\w{3}, \\d{1,2}:\\d\\d [ap]m GMT\\+5:45\\)`);
const PHONE = { width: 390, height: 800 };
const DESKTOP = { width: 1280, height: 800 };

const chosenTime = async (page: Page) => (await storedCart(page))[0]!.startsAt!;

/** Half-hourly from 31 October 2026, 11:30 am IST: in New York the clocks change on 1 November. */
const aroundTheChange = Array.from({ length: 80 }, (_, index) => ({
  startsAt: new Date(Date.parse("2026-10-31T06:00:00Z") + index * 30 * 60_000).toISOString(),
}));

test("a caller in New York chooses a time across the change of clocks in the cart, by keyboard", async ({
  browser,
  request,
  shop,
  ownerToken,
  makeRecord,
}) => {
  const expert = await makeRecord("experts", { price: PRICE });
  await setHours(request, ownerToken, expert);
  const context = await browser.newContext({ baseURL: shop.url, timezoneId: "America/New_York", viewport: PHONE });
  const page = await context.newPage();
  await page.clock.install({ time: Date.parse("2026-10-29T05:45:00Z") });
  const said = collectConsoleErrors(page);
  const slots = `**/api/experts/${expert._id}/slots?*`;
  await page.route(slots, async (route) => {
    const reply = await route.fetch();
    await route.fulfill({ json: { ...((await reply.json()) as object), slots: aroundTheChange } });
  });
  const line = sessionWith(expert);
  await visitWith(page, "/cart", { cart: [line] });
  await tabTo(page, page.getByRole("button", { name: `Choose a time for ${line.title}` }));
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Choose a time" });
  await expect(dialog.getByText("Sat 31 Oct, 11:30 am IST (Sat 31 Oct, 2:00 am EDT)")).toBeVisible();
  await test.step("the dialog lists times under the caller's date, also those of the hour that comes twice", async () => {
    await tabTo(page, dialog.getByRole("button", { name: /^Sun 1 Nov/ }));
    await page.keyboard.press("Enter");
    const times = dialog.getByRole("group", { name: "Times on Sun 1 Nov" });
    await expect(times).toBeFocused();
    await tabTo(page, times.getByRole("radio").first(), 2);
    await page.keyboard.press("Space");
    await expect(times.getByRole("radio", { name: /^1:30 am/ })).toHaveCount(2);
    const chosen = times.getByRole("radio", { name: "1:30 am , Sun 1 Nov, 12:00 pm IST" });
    for (let presses = 0; presses < 6 && !(await chosen.isChecked()); presses++) await page.keyboard.press("ArrowDown");
    await expect(chosen).toBeChecked();
    await expectAccessible(page);
    await tabTo(page, dialog.getByRole("button", { name: "Choose this time" }));
    await page.keyboard.press("Enter");
    await expect(dialog).toBeHidden();
  });
  await test.step("the cart shows the time in both zones", async () => {
    const chosen = "Sun 1 Nov, 12:00 pm IST (Sun 1 Nov, 1:30 am EST)";
    const row = rowOf(page, line.title);
    await expect(row).toContainText(chosen);
    await expect(row.locator(":focus")).toContainText(chosen);
    await expect(row.getByRole("button", { name: /^One more/ })).toHaveAccessibleDescription(
      "The time is for one session.",
    );
    expect(await chosenTime(page)).toBe("2026-11-01T06:30:00.000Z");
  });
  expect(said).toEqual([]);
  await context.close();
});

test("a caller in Kathmandu buys a session with its time; the pages report a taken time, an ended hold and a second session at that time", async ({
  browser,
  request,
  shop,
  ownerToken,
  makeRecord,
}) => {
  const [expert, other] = [
    await makeRecord("experts", { price: PRICE }),
    await makeRecord("experts", { price: PRICE }),
  ];
  for (const one of [expert, other]) await setHours(request, ownerToken, one);
  const customer = await makeCustomer(request);
  const context = await browser.newContext({ baseURL: shop.url, timezoneId: "Asia/Kathmandu", viewport: DESKTOP });
  const page = await context.newPage();
  await page.clock.install();
  const said = collectConsoleErrors(page);

  await test.step("a time chosen on the page of all times leads into the dialog, where a length that does not fit gets the nearest time; it is added to the cart", async () => {
    await visitWith(page, `/experts/${expert._id}`, { token: customer.token });
    await expect(page.getByText("Next:")).toHaveText(new RegExp(`^Next: ${KATHMANDU.source}$`));
    await page.getByRole("link", { name: "See all times" }).click();
    await page.getByRole("form", { name: "Session" }).getByLabel("60 minutes").check();
    await page.getByRole("button", { name: "Show times" }).click();
    await page.getByRole("list", { name: "Days" }).getByRole("link").nth(1).click();
    const times = page.getByRole("form", { name: /^Times on/ });
    await expect(times.getByRole("radio", { name: /GMT\+5:45/ }).first()).toBeVisible();
    await expectAccessible(page);
    // The last hour of the day.
    await times.getByRole("radio").last().check();
    await times.getByRole("button", { name: "Book this time" }).click();
    const dialog = page.getByRole("dialog", { name: "Choose Duration" });
    const time = dialog.getByRole("button", { name: /^(Next|Nearest|Your time): / });
    await expect(time).toHaveText(/^Your time: .+ 7:00 pm IST/);
    await dialog.getByText("90 minutes").click();
    await expect(time).toHaveText(/^Nearest: .+ 6:30 pm IST/);
    await dialog.getByText("60 minutes").click();
    await expect(time).toHaveText(/^Your time: /);
    await time.click();
    await page.getByRole("link", { name: "View cart" }).click();
    await expect(rowOf(page, expert.name)).toContainText(KATHMANDU);
  });

  await test.step("when somebody else takes the time, other times are offered and typed text is kept", async () => {
    await page.getByRole("link", { name: "Proceed to Checkout" }).click();
    await form(page).getByLabel("Note for us").fill("a quiet room");
    const startsAt = await chosenTime(page);
    await takeTime(request, ownerToken, expert, startsAt);
    await payButton(page).click();
    const dialog = page.getByRole("dialog", { name: "Choose a time" });
    await expect(dialog.getByText(/was just taken\. Please choose another time\.$/)).toBeVisible();
    await dialog.getByRole("button", { name: "Choose next available" }).click();
    await expect(form(page).getByRole("alert").filter({ hasText: "no longer free" })).toBeVisible();
    await expect(form(page).getByLabel("Note for us")).toHaveValue("a quiet room");
  });
  const startsAt = await chosenTime(page);

  await test.step("when the hold ends while the payment is open, the page says what happens next", async () => {
    await payButton(page).click();
    await expect(inPopup(page, /^Pay ₹/)).toBeVisible();
    expect(await slotsOf(request, expert)).not.toContain(startsAt);
    await page.clock.fastForward((HOLD_MINUTES + 1) * 60_000);
    await expect(form(page).getByText("Your time is not reserved.")).toBeAttached();
    await payInPopup(page);
    await expectPaid(page);
    await expect(session(page).locator("p.text-lead")).toHaveText(KATHMANDU);
  });

  await test.step("the checkout shows another session of the buyer at the same time", async () => {
    await visitWith(page, "/checkout", { cart: [{ ...sessionWith(other), startsAt }] });
    await expect(summary(page)).toContainText(`You have another session then: ${expert.name}`);
  });

  await test.step("the mail's link leads to the chooser after the login, which says that the time was taken", async () => {
    const wanted = (await slotsOf(request, other)).at(-1)!;
    const order = await orderAt(request, customer, other, wanted);
    const replacing = await orderAt(request, customer, other, wanted, 30);
    for (const one of [replacing, order]) await setStatus(request, ownerToken, one, "paid");
    await page.evaluate(() => localStorage.clear());
    await logInAs(page, customer, `/orders/${order._id}#choose-time`);
    await expect(session(page)).toContainText("This time was taken meanwhile: choose another one.");
    await expect(session(page).getByRole("heading", { name: "Choose a time", level: 2 })).toBeFocused();
  });
  expect(said).toEqual([]);
  await context.close();
});
