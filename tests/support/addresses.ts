import { expect } from "vitest";
import type { SavedAddress } from "../../src/contracts/accounts/address.ts";
import type { TestShop } from "./test-shop.ts";

export const ADDRESS = { name: "Meera Test", phone: "90000 00001", address: "12 Tara Marg\nPune", pin: "411001" };

export const saveAddress = (shop: TestShop, token: string | undefined, change: object = {}) =>
  shop.call("POST", "/api/users/addresses", { token, json: { ...ADDRESS, ...change } });

export async function savedAddress(shop: TestShop, token: string, change: object = {}) {
  const reply = await saveAddress(shop, token, change);
  expect(reply.statusCode, reply.body).toBe(201);
  return reply.json() as SavedAddress;
}

export const listAddresses = async (shop: TestShop, token: string) =>
  (await shop.call("GET", "/api/users/addresses", { token })).json() as SavedAddress[];
