import { expectAccessible } from "./support/accessibility.ts";
import { makeCustomer } from "./support/account.ts";
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
import { payElsewhere, placeOrder, setStatus } from "./support/checkout.ts";
import { test } from "./support/own-records.ts";
import { expect } from "./support/test.ts";
import { collectConsoleErrors, tabTo, visitWith } from "./support/visit.ts";

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
  const customer = await makeCustomer(request);
  const order = await placeOrder(request, customer, [sessionWith(expert)]);
  await payElsewhere(request, customer, order);
  await visitWith(page, `/success?orderId=${order._id}`, { token: customer.token });

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
    await page.getByRole("link", { name: "See your order" }).click();
    await expect(page).toHaveURL(`/orders/${order._id}`);
    await expect(time).toHaveText(booked!);
    await moveByKeyboard(page);
    await expect(time).toBeFocused();
    await expect(time).not.toHaveText(booked!);
    await expect(session(page)).toContainText(/You can move it once more until/);
    await expect(page.getByRole("region", { name: "Items" })).toContainText("Booked");
  });
  const moved = await time.textContent();
  await test.step("My Orders shows it", async () => {
    await page.getByRole("main").getByRole("link", { name: "My Orders" }).click();
    await expect(page.getByRole("main").getByText(moved!)).toBeVisible();
    await page.goBack();
  });

  await test.step("the caller cancels it by keyboard and sees the deadline and the refund", async () => {
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

test("the owner sets any time of a session, but never over another one; the caller cancels a session without a time", async ({
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
  await setHours(request, ownerToken, expert);
  const [taken] = await slotsOf(request, expert);
  await takeTime(request, ownerToken, expert, taken!);
  const customer = await makeCustomer(request);
  const orders: string[] = [];
  // The other expert has no hours.
  for (const one of [expert, other]) {
    const order = await placeOrder(request, customer, [sessionWith(one)]);
    await setStatus(request, ownerToken, order, "paid");
    orders.push(order._id);
  }
  const page = await (await browser.newContext({ baseURL: shop.url })).newPage();
  await visitWith(page, `/admin/orders/${orders[0]}`, { token: ownerToken });
  const sessions = page.getByRole("region", { name: "Sessions" });
  const time = sessions.getByLabel("Date and time (IST)");
  const save = sessions.getByRole("button", { name: "Save this time" });
  await test.step("a taken time is refused", async () => {
    await sessions.getByRole("button", { name: "Set the time" }).click();
    // In India, as the field wants it.
    await time.fill(new Date(Date.parse(taken!) + 5.5 * 60 * 60_000).toISOString().slice(0, 16));
    await save.click();
    await expect(sessions.getByRole("alert")).toContainText("there is another session then");
    await expect(time).toBeFocused();
    await expectAccessible(page);
  });
  await test.step("a time outside the hours is not", async () => {
    await time.fill(`${new Date().getFullYear() + 1}-06-16T21:15`);
    await save.click();
    await expect(sessions).toContainText(/16 Jun, 9:15 pm IST/);
    await expect(sessions.getByText("Booked", { exact: true })).toBeVisible();
  });
  await test.step("another expert takes it at that time, and the owner cancels it", async () => {
    await sessions.getByRole("button", { name: "Another expert" }).click();
    await sessions.getByLabel("Expert", { exact: true }).selectOption({ label: other.name });
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
    await dialog.getByRole("button", { name: "Cancel session" }).click();
    await expect(session(page).getByText("This session was cancelled.")).toBeFocused();
  });
  await page.context().close();
});
