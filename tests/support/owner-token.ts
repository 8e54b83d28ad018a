import { decodeJwt } from "jose";
import { issueToken, type TestShop } from "./test-shop.ts";

/** Gives the owner a new token without a password hash: logins end when a test moves the clock by days. */
export async function renewOwnerToken(shop: TestShop) {
  const { id, gen } = decodeJwt<{ id: string; gen: number }>(shop.ownerToken);
  shop.ownerToken = await issueToken(shop, { id, role: "owner", generation: gen });
}
