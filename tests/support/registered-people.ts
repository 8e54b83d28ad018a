import { eq } from "drizzle-orm";
import { users } from "../../src/server/accounts/user-table.ts";
import { makeCustomer } from "./customers.ts";
import type { TestShop } from "./test-shop.ts";

/** A customer as the form registers them, where registering and hashing are not the subject. */
export async function makePerson(shop: TestShop, { name = "Asha Rao", phone = "+91 98765 43210" } = {}) {
  const customer = await makeCustomer(shop);
  await shop.db.update(users).set({ name, phone }).where(eq(users.id, customer.id));
  return { ...customer, name, phone };
}
