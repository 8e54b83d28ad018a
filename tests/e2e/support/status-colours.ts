import type { Locator } from "@playwright/test";
import { orderStatuses } from "../../../src/contracts/orders/order-rules.ts";
import { expect } from "./test.ts";

/** Green paid, yellow pending, red cancelled, grey otherwise. */
export async function expectStatusColours(chipOf: (status: string) => Locator) {
  const colours: Record<string, string> = {};
  for (const status of orderStatuses) {
    colours[status] = await chipOf(status).evaluate((element) => getComputedStyle(element).backgroundColor);
  }
  expect(colours).toEqual({
    paid: "rgb(232, 239, 226)",
    pending: "rgb(233, 207, 152)",
    cancelled: "rgb(248, 233, 230)",
    shipped: "rgb(228, 228, 231)",
    delivered: "rgb(228, 228, 231)",
  });
}
