import type { z } from "zod";
import { toPaise } from "../../contracts/money.ts";
import type { recordedPaymentForm } from "../../contracts/orders/recorded-payment.ts";
import { hashRequest } from "../platform/sha256.ts";
import type { OrderUser } from "./core/read.ts";
import type { OrderDeps } from "./deps.ts";
import { recordsByOwner } from "./limits.ts";

/** Money that came without the provider. The payment's id contains the hash of `key`: the primary key makes it once. */
export async function recordPayment(
  { db, core, limiter }: OrderDeps,
  orderId: string,
  { amount, ...form }: z.output<typeof recordedPaymentForm>,
  { owner, key }: { owner: OrderUser; key: string },
) {
  await limiter.take(recordsByOwner, owner.id);
  const money = { ...form, amountPaise: toPaise(amount), currency: "INR" };
  const by = { actor: "owner", userId: owner.id } as const;
  await db.transaction((tx) =>
    core.change(tx, orderId, by, ({ order: { id } }) => ({
      type: "receiveMoney",
      money: { ...money, paymentId: `recorded:${id}:${hashRequest(key)}` },
    })),
  );
}
