import { randomUUID } from "node:crypto";
import { hashPassword } from "../../src/server/accounts/passwords.ts";
import { users } from "../../src/server/accounts/user-table.ts";
import { issueToken, type TestShop } from "./test-shop.ts";

const password = "a custómer's password";
let hash: Promise<string> | undefined;

async function makeUser(shop: TestShop, role: "customer" | "expert", expertId?: string) {
  hash ??= hashPassword(password);
  const id = randomUUID();
  const email = `${role}-${id}@example.com`;
  const row = {
    id,
    email,
    name: role === "expert" ? "Expert" : "Customer",
    role,
    expertId,
    createdAt: shop.clock.now(),
  };
  await shop.db.insert(users).values({ ...row, passwordHash: await hash });
  const token = await issueToken(shop, { id, role, generation: 1 });
  return { id, email, password, token };
}

/** Creates a customer with a known password and a valid token. */
export const makeCustomer = (shop: TestShop) => makeUser(shop, "customer");

/** The account of an expert of the catalogue. */
export const makeExpertAccount = (shop: TestShop, { _id }: { _id: string }) => makeUser(shop, "expert", _id);
