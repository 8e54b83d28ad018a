import { expect } from "vitest";
import { goodProduct, resendProduct } from "./forms.ts";
import { writtenMails } from "./mails.ts";
import { someAddress, someEmail } from "./people.ts";
import type { TestShop } from "./test-shop.ts";

export const ANSWER = { message: "Thank you. We write to you as soon as it is back." };

export const tell = (shop: TestShop, json: unknown, token?: string, address = someAddress()) =>
  shop.call("POST", "/api/back-in-stock", { json, token, address });

/** Puts people into the queue of an item, one after the other, and returns their e-mail addresses. */
export async function queue(shop: TestShop, itemId: string, count: number) {
  const emails = Array.from({ length: count }, () => someEmail());
  for (const email of emails) {
    shop.clock.advance(1000);
    const reply = await tell(shop, { itemId, email });
    expect([reply.statusCode, reply.json()]).toEqual([200, ANSWER]);
  }
  return emails;
}

export const setStock = (shop: TestShop, { _id, title }: { _id: string; title: string }, stock: number) =>
  resendProduct(shop, _id, goodProduct({ title, price: "900", stock: `${stock}` }));

/** Those of these addresses that got a mail, in the order given, each as often as it got one. */
export async function told(shop: TestShop, emails: string[]) {
  await shop.services.notifications.deliverDue();
  const mails = (await writtenMails(shop)).map(({ headers }) => headers.to);
  return emails.flatMap((email) => mails.filter((to) => to === email));
}
