import type { APIRequestContext, Page } from "@playwright/test";
import { noSchedule, type ScheduleState } from "../../../src/contracts/appointments/schedule.ts";
import type { Expert } from "../../../src/contracts/catalogue/expert.ts";
import type { Order } from "../../../src/contracts/orders/order.ts";
import { expectAccessible } from "./accessibility.ts";
import { makeCustomer } from "./account.ts";
import { packageLine } from "./cart.ts";
import { type Customer, SHIPPING, setStatus } from "./checkout.ts";
import { expect } from "./test.ts";
import { tabTo } from "./visit.ts";

const MINUTES = 60;
/** Rupees for a minute. */
export const PRICE = 20;
export const IST = /\w{3} \d{1,2} \w{3}, \d{1,2}:\d\d [ap]m IST/;

export const sessionWith = ({ _id, name, audioPrice, price }: Expert, minutes = MINUTES) => ({
  ...packageLine,
  itemId: `${_id}-audio-${minutes}`,
  title: `${name} (Audio, ${minutes} min)`,
  price: (audioPrice ?? price ?? 0) * minutes,
});

/** Two days of notice, so that every offered time can still be moved. */
export async function setHours(request: APIRequestContext, token: string, { _id }: Expert) {
  const hours = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, start: 10 * 60, minutes: 10 * 60 }));
  const url = `/api/experts/${_id}/schedule`;
  const headers = { authorization: `Bearer ${token}` };
  const { version } = (await (await request.get(url, { headers })).json()) as ScheduleState;
  const data = { ...noSchedule, hours, noticeMinutes: 2 * 24 * 60, version };
  const reply = await request.put(url, { headers, data });
  expect(reply.status(), await reply.text()).toBe(200);
}

export const slotsOf = async (request: APIRequestContext, { _id }: Expert): Promise<string[]> => {
  const { slots } = await (await request.get(`/api/experts/${_id}/slots?minutes=${MINUTES}`)).json();
  return slots.map(({ startsAt }: { startsAt: string }) => startsAt);
};

/** Orders a session at a time, as from another device. */
export async function orderAt(
  request: APIRequestContext,
  { token }: Customer,
  expert: Expert,
  startsAt: string,
  minutes = MINUTES,
) {
  const { itemId, itemType, qty, price } = sessionWith(expert, minutes);
  const reply = await request.post("/api/orders", {
    headers: { authorization: `Bearer ${token}` },
    data: { items: [{ itemId, itemType, qty, startsAt }], totalAmount: price, shipping: SHIPPING },
  });
  expect(reply.status(), await reply.text()).toBe(201);
  return (await reply.json()) as Order;
}

/** Somebody else takes a time. */
export async function takeTime(request: APIRequestContext, ownerToken: string, expert: Expert, startsAt: string) {
  await setStatus(request, ownerToken, await orderAt(request, await makeCustomer(request), expert, startsAt), "paid");
}

export const session = (page: Page) => page.getByRole("region", { name: /^(Choose a time|Your session)/ });
export const button = (page: Page, name: string) => session(page).getByRole("button", { name, exact: true });

export async function moveByKeyboard(page: Page) {
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
