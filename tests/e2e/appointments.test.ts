import type { APIRequestContext, Page } from "@playwright/test";
import type { Appointment } from "../../src/contracts/appointment.ts";
import type { Expert } from "../../src/contracts/expert.ts";
import { noSchedule } from "../../src/contracts/schedule.ts";
import { expectAccessible, expectAccessibleAtAllWidths } from "./support/accessibility.ts";
import { makeCustomer, storeToken } from "./support/account.ts";
import { packageLine } from "./support/cart.ts";
import {
  expectPaid,
  goToCheckout,
  ordersOf,
  payButton,
  payInPopup,
  placeOrder,
  setStatus,
} from "./support/checkout.ts";
import { test } from "./support/own-records.ts";
import { expect } from "./support/test.ts";
import { collectConsoleErrors, tabTo, visit } from "./support/visit.ts";

const MINUTES = 60;
const PRICE = 20;
const IST = /\w{3} \d{1,2} \w{3}, \d\d:\d\d IST/;
const abroad = new RegExp(`${IST.source} \\(\\w{3} \\d{1,2} \\w{3}, \\d\\d:\\d\\d E[SD]T\\)`);

const people = [
  { timezoneId: "America/New_York", viewport: { width: 390, height: 800 }, moment: abroad },
  { timezoneId: "Asia/Kolkata", viewport: { width: 1280, height: 800 }, moment: IST },
];

const sessionWith = ({ _id, name }: Expert) => ({
  ...packageLine,
  itemId: `${_id}-audio-${MINUTES}`,
  title: `${name} (Audio, ${MINUTES} min)`,
  price: PRICE * MINUTES,
});

/** Two days of notice, so that every offered time can still be moved. */
async function setHours(request: APIRequestContext, token: string, { _id }: Expert) {
  const hours = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, start: 10 * 60, minutes: 10 * 60 }));
  const reply = await request.put(`/api/experts/${_id}/schedule`, {
    headers: { authorization: `Bearer ${token}` },
    data: { ...noSchedule, hours, noticeMinutes: 2 * 24 * 60, version: 0 },
  });
  expect(reply.status(), await reply.text()).toBe(200);
}

/** Somebody else takes the earliest time. */
async function takeFirstTime(request: APIRequestContext, ownerToken: string, expert: Expert) {
  const customer = await makeCustomer(request);
  const order = await placeOrder(request, customer, [sessionWith(expert)]);
  await setStatus(request, ownerToken, order, "paid");
  const [paid] = await ordersOf(request, customer);
  const [{ _id, version }] = paid!.appointments as [Appointment];
  const { slots } = await (await request.get(`/api/experts/${expert._id}/slots?minutes=${MINUTES}`)).json();
  const headers = { authorization: `Bearer ${customer.token}` };
  const data = { startsAt: slots[0].startsAt, version };
  const reply = await request.put(`/api/appointments/${_id}/time`, { headers, data });
  expect(reply.status(), await reply.text()).toBe(200);
}

const session = (page: Page) => page.getByRole("region", { name: /^(Choose a time|Your session)/ });
const button = (page: Page, name: string) => session(page).getByRole("button", { name, exact: true });

async function moveByKeyboard(page: Page) {
  await button(page, "Move").focus();
  await page.keyboard.press("Enter");
  const days = session(page).getByRole("list", { name: "Days" }).getByRole("button");
  await expect(days.nth(2)).toHaveAccessibleName(/^\w{3} \d{1,2} \w{3} ?, \d+ times$/);
  await tabTo(page, days.nth(2));
  await page.keyboard.press("Enter");
  const times = session(page).getByRole("group", { name: /^Times on/ });
  await expect(times).toBeFocused();
  await tabTo(page, button(page, "Different day"), 1);
  await page.keyboard.press("Enter");
  await expect(days.nth(2)).toBeFocused();
  await page.keyboard.press("Enter");
  await tabTo(page, times.getByRole("radio").first(), 2);
  await page.keyboard.press("Space");
  await expect(times.getByRole("group", { name: "Morning" }).getByRole("radio").first()).toBeChecked();
  await expectAccessible(page);
  await tabTo(page, button(page, "Move to this time"));
  await page.keyboard.press("Enter");
}

for (const { timezoneId, viewport, moment } of people)
  test(`a caller in ${timezoneId} books the next time after paying and moves it by keyboard`, async ({
    browser,
    request,
    shop,
    ownerToken,
    makeRecord,
  }) => {
    const expert = await makeRecord("experts", { price: PRICE });
    await setHours(request, ownerToken, expert);
    const context = await browser.newContext({ baseURL: shop.url, timezoneId, viewport });
    const page = await context.newPage();
    const said = collectConsoleErrors(page);

    await test.step("the expert's page says when they are free next", async () => {
      await visit(page, `/experts/${expert._id}`);
      await expect(page.getByText("Next:")).toHaveText(new RegExp(`^Next: ${moment.source}$`));
    });
    await goToCheckout(page, request, [sessionWith(expert)]);
    await payButton(page).click();
    await payInPopup(page);
    const orderId = await expectPaid(page);

    await test.step("a time that somebody else took meanwhile is refused, with those that are free", async () => {
      const next = button(page, "Book next available");
      await expect(next).toBeVisible();
      await expect(page.getByRole("main").locator(".button-accent")).toHaveText(["Book next available"]);
      await takeFirstTime(request, ownerToken, expert);
      await next.click();
      await expect(session(page).getByRole("alert")).toContainText("taken a moment ago");
      await expect(session(page).getByRole("alert")).toBeFocused();
      await next.click();
    });
    const time = session(page).locator("p.text-lead");
    await expect(time).toHaveText(new RegExp(`^${moment.source}$`));
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
  const orders = [];
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
  await expect(sessions).toContainText(/16 Jun, 21:15 IST/);
  await expect(sessions.getByText("Booked", { exact: true })).toBeVisible();
  await setTime(orders[1]!);
  await expect(sessions.getByRole("alert")).toContainText("the expert has another session then");
  await expect(sessions.getByLabel("Date and time (IST)")).toBeFocused();
  await expectAccessibleAtAllWidths(page);
});
