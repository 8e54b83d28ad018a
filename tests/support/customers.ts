import { randomUUID } from "node:crypto";
import { hashPassword } from "../../src/server/accounts/passwords.ts";
import { users } from "../../src/server/accounts/user-table.ts";
import type { TestShop } from "./test-shop.ts";

const password = "a custómer's password";
let hash: Promise<string> | undefined;

/** Creates a customer with a known password and a valid token. */
export async function makeCustomer(shop: TestShop) {
  hash ??= hashPassword(password);
  const id = randomUUID();
  const email = `customer-${id}@example.com`;
  const row = { id, email, name: "Customer", role: "customer" as const, createdAt: shop.clock.now() };
  await shop.db.insert(users).values({ ...row, passwordHash: await hash });
  const token = await shop.services.sessions.issue({ id, role: "customer", generation: 1 });
  return { id, email, password, token };
}
