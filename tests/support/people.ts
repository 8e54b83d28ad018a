import { randomUUID } from "node:crypto";
import { expect } from "vitest";
import { mailsTo } from "./mails.ts";
import type { TestShop } from "./test-shop.ts";
import { until } from "./until.ts";

interface CallOptions {
  json?: unknown;
  token?: string | undefined;
  address?: string;
}

export const someAddress = () => `2001:db8:${randomUUID().slice(0, 4)}:${randomUUID().slice(0, 4)}::1`;
export const someEmail = () => `asha-${randomUUID()}@example.com`;

/** Calls from a separate address, so that tests do not share rate limits. */
export const ask = (
  { app }: Pick<TestShop, "app">,
  method: "GET" | "POST" | "PUT",
  path: string,
  { json, token, address = someAddress() }: CallOptions = {},
) =>
  app.inject({
    method,
    url: `/api/users/${path}`,
    remoteAddress: address,
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(json !== undefined && { "content-type": "application/json" }),
    },
    ...(json !== undefined && { payload: JSON.stringify(json) }),
  });

export const newPerson = (fields: Record<string, unknown> = {}) => ({
  name: "Asha Rao",
  email: someEmail(),
  phone: "+91 98765 43210",
  password: "four words of mine",
  ...fields,
});

export async function register(shop: TestShop, fields: Record<string, unknown> = {}) {
  const person = newPerson(fields) as { name: string; email: string; phone: string; password: string };
  const reply = await ask(shop, "POST", "register", { json: person });
  expect(reply.statusCode, reply.body).toBe(201);
  return { ...person, token: reply.json().token as string };
}

/** The status of a call that needs a valid token. */
export const statusOf = async (shop: Pick<TestShop, "app">, token: string | undefined) =>
  (await ask(shop, "GET", "profile", { token })).statusCode;

export async function forgot(shop: TestShop, email: string) {
  const reply = await ask(shop, "POST", "forgot", { json: { email } });
  expect([reply.statusCode, reply.json()]).toEqual([
    200,
    { message: "If the email exists, a reset link has been sent." },
  ]);
}

/** Requests a reset and returns the token from the mailed link. */
export async function mailedToken(shop: TestShop, email: string) {
  await forgot(shop, email);
  return until(async () => {
    const mail = (await mailsTo(shop, email.toLowerCase()))
      .filter(({ headers }) => headers.subject === "Choose a new password")
      .at(-1);
    return /\/reset-password\/([\w-]+)$/m.exec(mail?.text ?? "")?.[1];
  });
}

export const CODE_SENT = {
  message: "If this address can get mail from us, a code is on its way. It works for 10 minutes.",
};

export async function requestCode(shop: TestShop, email: string, address = someAddress()) {
  const reply = await ask(shop, "POST", "code", { json: { email }, address });
  expect([reply.statusCode, reply.json()]).toEqual([200, CODE_SENT]);
}

/** The codes that were mailed to the address, the newest last. */
export const codesTo = async (shop: TestShop, email: string) =>
  (await mailsTo(shop, email.toLowerCase())).flatMap(
    ({ headers }) => /^(\d{6}) is your code for /.exec(headers.subject ?? "")?.[1] ?? [],
  );

/** Asks for a login code and returns it from the mail. */
export async function mailedCode(shop: TestShop, email: string, address?: string) {
  const before = (await codesTo(shop, email)).length;
  await requestCode(shop, email, address);
  return until(async () => (await codesTo(shop, email))[before]);
}

/** Six digits that are not the code. */
export const wrongFor = (code: string) => code.replace(/^./, (digit) => `${(Number(digit) + 1) % 10}`);

export const logInWithCode = (
  shop: Pick<TestShop, "app">,
  email: string,
  code: unknown,
  fields: Record<string, unknown> = {},
  address = someAddress(),
) => ask(shop, "POST", "code/login", { json: { email, code, ...fields }, address });

export const reset = (shop: Pick<TestShop, "app">, token: string, password: unknown, address = someAddress()) =>
  ask(shop, "PUT", `reset/${token}`, { json: { password }, address });
