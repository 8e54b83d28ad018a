import { decodeJwt } from "jose";
import { expect } from "vitest";
import type { ApiKeyForm, NewApiKey, NewWebhook } from "../../src/contracts/integrations/integration.ts";
import { OWNER, type TestShop } from "./test-shop.ts";

type Owner = { token?: string; password?: string };

export async function makeApiKey(shop: TestShop, access: ApiKeyForm["access"], owner: Owner = {}) {
  const json = { name: `Program that may ${access}`, access, currentPassword: owner.password ?? OWNER.password };
  const reply = await shop.call("POST", "/api/api-keys", { token: owner.token ?? shop.ownerToken, json });
  expect(reply.statusCode, reply.body).toBe(201);
  return reply.json() as NewApiKey;
}

export async function addWebhook(shop: TestShop, url: string, owner: Owner = {}) {
  const json = { url, currentPassword: owner.password ?? OWNER.password };
  const reply = await shop.call("POST", "/api/webhooks", { token: owner.token ?? shop.ownerToken, json });
  expect(reply.statusCode, reply.body).toBe(201);
  return reply.json() as NewWebhook;
}

/** A second owner, who can be removed. */
export async function makeOwner(shop: TestShop) {
  const owner = { email: "second@example.com", password: "four words of mine" };
  await shop.services.accounts.appointOwner(owner);
  const token = await shop.logIn(owner);
  return { ...owner, token, id: decodeJwt(token).id as string };
}

export const removeOwner = (shop: TestShop, id: string) =>
  shop.call("DELETE", `/api/people/${id}`, { token: shop.ownerToken });
