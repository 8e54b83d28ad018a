import { randomUUID } from "node:crypto";
import { expect } from "vitest";
import type { Order } from "../../src/contracts/orders/order.ts";
import type { RecordedPaymentForm } from "../../src/contracts/orders/recorded-payment.ts";
import type { TestShop } from "./test-shop.ts";

export interface Sent {
  key?: string;
  token?: string | undefined;
}

export const askRecord = (
  shop: TestShop,
  { _id }: { _id: string },
  json: object,
  { key = randomUUID(), token }: Sent = {},
) =>
  shop.call("POST", `/api/orders/${_id}/payments`, {
    token: token ?? shop.ownerToken,
    json,
    headers: { "idempotency-key": key },
  });

/** Money that came without the provider. */
export async function record(shop: TestShop, order: { _id: string }, form: RecordedPaymentForm, sent?: Sent) {
  const reply = await askRecord(shop, order, form, sent);
  expect(reply.statusCode, reply.body).toBe(200);
  return reply.json() as Order;
}
