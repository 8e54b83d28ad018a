import { expectAccessible, expectAccessibleAndFits } from "./support/accessibility.ts";
import { makeCustomer, storeToken } from "./support/account.ts";
import {
  button,
  IST,
  moveByKeyboard,
  PRICE,
  session,
  sessionWith,
  setHours,
  slotsOf,
  takeTime,
} from "./support/appointments.ts";
import { expectPaid, goToCheckout, payButton, payInPopup, placeOrder, setStatus } from "./support/checkout.ts";
import { test } from "./support/own-records.ts";
import { expect } from "./support/test.ts";
import { collectConsoleErrors, tabTo, visit, visitWith } from "./support/visit.ts";

test("a caller in Asia/Kolkata books the next time after paying and moves it by keyboard", async ({
  browser,
  request,
  shop,
  ownerToken,
  makeRecord,
}) => {
  const expert = await makeRecord("experts", { price: PRICE });
  await setHours(request, ownerToken, expert);
  const context = await browser.newContext({
    baseURL: shop.url,
    timezoneId: "Asia/Kolkata",
    viewport: { width: 1280, height: 800 },
  });
  const page = await context.newPage();
  const said = collectConsoleErrors(page);
  await goToCheckout(page, request, [sessionWith(expert)]);
  await payButton(page).click();
  await payInPopup(page);
  const orderId = await expectPaid(page);

  await test.step("a time that somebody else has taken is refused, and the free times are shown", async () => {
    const next = button(page, "Book next available");
    await expect(next).toBeVisible();
    await expect(page.getByRole("main").locator(".button-accent")).toHaveText(["Book next available"]);
    await takeTime(request, ownerToken, expert, (await slotsOf(request, expert))[0]!);
    await next.click();
    await expect(session(page).getByRole("alert")).toContainText("taken a moment ago");
    await expect(session(page).getByRole("alert")).toBeFocused();
    await next.click();
  });
  const time = session(page).locator("p.text-lead");
  await expect(time).toHaveText(new RegExp(`^${IST.source}$`));
  await expect(time).toBeFocused();
  await expect(session(page)).toContainText(/You can move it twice until/);
  await expect(page.getByText("within a day")).toHaveCount(0);
  const booked = await time.textContent();

  await test.step("the order page shows it, and there it is moved by keyboard", async () => {
    await visit(page, `/orders/${orderId}`);
    await expect(time).toHaveText(booked!);
    await moveByKeyboard(page);
    await expect(time).toBeFocused();
    await expect(time).not.toHaveText(booked!);
    await expect(session(page)).toContainText(/You can move it once more until/);
    await expect(page.getByRole("region", { name: "Items" })).toContainText("Booked");
  });
  const moved = await time.textContent();
  await visit(page, "/profile");
  await expect(page.getByRole("main").getByText(moved!)).toBeVisible();

  await test.step("the caller cancels it by keyboard and sees the deadline and the refund", async () => {
    await visit(page, `/orders/${orderId}`);
    const cancel = session(page).getByRole("button", { name: /^Cancel .+ min\)$/ });
    await cancel.focus();
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog", { name: "Cancel this session?" });
    await expect(dialog).toContainText(moved!);
    await expect(dialog).toContainText(/You can cancel it here until/);
    await expect(dialog).toContainText("We refund ₹1,200 to the account or card you paid with.");
    await expectAccessible(page);
    await page.keyboard.press("Escape");
    await expect(cancel).toBeFocused();
    await page.keyboard.press("Enter");
    await tabTo(page, dialog.getByRole("button", { name: "Cancel session" }), 4);
    await page.keyboard.press("Enter");
    await expect(page.getByText("Your session was cancelled. We refund ₹1,200")).toBeVisible();
    await expect(session(page).getByText("This session was cancelled.")).toBeFocused();
    await expect(page.getByRole("main")).toContainText("₹1,200");
  });
  expect(said).toEqual([]);
  await context.close();
});

test("the owner sets any time of a session, but never over another one", async ({
  browser,
  request,
  shop,
  ownerToken,
  makeRecord,
}) => {
  const expert = await makeRecord("experts", { price: PRICE });
  const customer = await makeCustomer(request);
  const orders: string[] = [];
  for (const _ of [1, 2]) {
    const order = await placeOrder(request, customer, [sessionWith(expert)]);
    await setStatus(request, ownerToken, order, "paid");
    orders.push(order._id);
  }
  const page = await (await browser.newContext({ baseURL: shop.url })).newPage();
  await storeToken(page, ownerToken);
  const year = new Date().getFullYear() + 1;
  const sessions = page.getByRole("region", { name: "Sessions" });
  const setTime = async (id: string) => {
    await visit(page, `/admin/orders/${id}`);
    await sessions.getByRole("button", { name: "Set the time" }).click();
    await sessions.getByLabel("Date and time (IST)").fill(`${year}-06-16T21:15`);
    await sessions.getByRole("button", { name: "Save this time" }).click();
  };
  await setTime(orders[0]!);
  await expect(sessions).toContainText(/16 Jun, 9:15 pm IST/);
  await expect(sessions.getByText("Booked", { exact: true })).toBeVisible();
  await setTime(orders[1]!);
  await expect(sessions.getByRole("alert")).toContainText("there is another session then");
  await expect(sessions.getByLabel("Date and time (IST)")).toBeFocused();
  await expectAccessibleAndFits(page);

  await test.step("another expert takes it at that time, and the owner cancels it", async () => {
    const other = await makeRecord("experts", { price: PRICE });
    await visit(page, `/admin/orders/${orders[0]}`);
    await sessions.getByRole("button", { name: "Another expert" }).click();
    await sessions.getByLabel("Expert", { exact: true }).selectOption({ label: other.name });
    await expectAccessible(page);
    // The toast appears after the reload: a reload after it would close the dialog that the owner opens next.
    const release = Promise.withResolvers<void>();
    await page.route(`**/api/orders/${orders[0]}`, (route) => release.promise.then(() => route.continue()));
    const reload = page.waitForRequest(`**/api/orders/${orders[0]}`);
    await sessions.getByRole("button", { name: "Give the session" }).click();
    await reload;
    const toast = page.getByText(`${other.name} takes the session.`);
    await expect(toast).toBeHidden();
    release.resolve();
    await expect(toast).toBeVisible();
    await sessions.getByRole("button", { name: "Cancel", exact: true }).click();
    const dialog = page.getByRole("dialog", { name: "Cancel this session?" });
    await expect(dialog).toContainText("Nothing is refunded here.");
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "Cancel session" }).click();
    await expect(sessions.getByText("Cancelled", { exact: true })).toBeVisible();
  });

  await test.step("the caller cancels the session that has no time", async () => {
    await visitWith(page, `/orders/${orders[1]}`, { token: customer.token });
    await expect(session(page)).toContainText("Its time is not agreed yet.");
    await session(page)
      .getByRole("button", { name: /^Cancel / })
      .click();
    const dialog = page.getByRole("dialog", { name: "Cancel this session?" });
    await expect(dialog).toContainText("It has no time yet");
    await expect(dialog).toContainText("We get in touch with you about your payment.");
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "Cancel session" }).click();
    await expect(session(page).getByText("This session was cancelled.")).toBeFocused();
  });
});
