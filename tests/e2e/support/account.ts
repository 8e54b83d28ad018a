import { createHmac, randomUUID } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import type { APIRequestContext, Browser, Page, Route } from "@playwright/test";
import type { Order } from "../../../src/contracts/orders/order.ts";
import { deriveKey } from "../../../src/server/platform/secrets.ts";
import { readMail } from "../../support/mails.ts";
import { expect, JWT_SECRET, OWNER } from "./test.ts";
import { visit } from "./visit.ts";

/** Registration data with a unique e-mail address. */
export const newAccount = () => ({
  name: "Asha Kulkarni",
  email: `asha-${randomUUID()}@example.com`,
  phone: "+91 98765 43210",
  password: "a custómer's password",
});

/** A registered customer with a valid token. */
export async function makeCustomer(request: APIRequestContext) {
  const account = newAccount();
  const reply = await request.post("/api/users/register", { data: account });
  expect(reply.status()).toBe(201);
  return { ...account, token: (await reply.json()).token as string };
}

/** A login of the owner for one test: a logout ends it. */
export async function logInOwner(request: APIRequestContext) {
  const reply = await request.post("/api/users/login", { data: OWNER });
  return (await reply.json()).token as string;
}

const base64url = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");

/** A token that the browser accepts and the server rejects: its signature is invalid. */
export function fakeToken(payload: { id?: unknown; role?: unknown; exp?: unknown }) {
  const inAnHour = Math.floor(Date.now() / 1000) + 3600;
  return `${base64url({ alg: "HS256" })}.${base64url({ id: "someone", role: "customer", exp: inAnHour, ...payload })}.signature`;
}

/** A token of the same login, issued twenty minutes ago. */
export function agedToken(token: string) {
  const [header = "", payload = ""] = token.split(".");
  const claims = JSON.parse(Buffer.from(payload, "base64url").toString());
  const signed = `${header}.${base64url({ ...claims, iat: claims.iat - 20 * 60 })}`;
  return `${signed}.${createHmac("sha256", deriveKey(JWT_SECRET, "login tokens")).update(signed).digest("base64url")}`;
}

/** Ends the login of a token, as its owner does in another browser. */
export const endLogin = async (request: APIRequestContext, token: string) =>
  expect(
    await request.delete("/api/users/sessions/current", { headers: { authorization: `Bearer ${token}` } }),
  ).toBeOK();

/** Failures whose message is not text: something else than the shop may have answered. */
export const repliesWithoutText = [
  { message: null },
  { message: 5, code: 7 },
  { message: {}, fields: { email: {} } },
  null,
  [5],
];

export const storedToken = (page: Page) => page.evaluate(() => localStorage.getItem("token"));

/** Stores a token as a login would. */
export async function storeToken(page: Page, token: string) {
  await page.goto("/favicon.svg");
  await page.evaluate((text) => localStorage.setItem("token", text), token);
}

/** Fills the fields by name. */
export async function fillForm(page: Page, values: Record<string, string>) {
  for (const [name, value] of Object.entries(values))
    await page.getByRole("main").locator(`[name=${name}]`).fill(value);
}

export const pressMain = (page: Page, name: string) =>
  page.getByRole("main").getByRole("button", { name, exact: true }).click();

export async function logInAs(page: Page, { email, password }: { email: string; password: string }, path = "/login") {
  await visit(page, path);
  await fillForm(page, { email, password });
  await pressMain(page, "Login");
}

export const bar = (page: Page) => page.getByRole("banner");

/** Checks the account links in the header. */
export async function expectInBar(page: Page, who: "visitor" | "customer" | "owner") {
  const isUser = who !== "visitor";
  await expect(bar(page).getByRole("link", { name: "Login" })).toBeVisible({ visible: !isUser });
  await expect(bar(page).getByRole("link", { name: /^Hi, / })).toHaveText(isUser ? [`Hi, ${who}`] : []);
  await expect(bar(page).getByRole("button", { name: "Logout" })).toBeVisible({ visible: isUser });
  await expect(bar(page).getByRole("link", { name: "Admin" })).toBeVisible({ visible: who === "owner" });
}

/** Mocks a call with a JSON response. */
export const answerCall = (page: Page, call: string, status: number, body: unknown) =>
  page.route(call, (route: Route) => route.fulfill({ status, json: body }));

/** A separate page: failed requests appear in the console, which would fail the page of the test. */
export async function openPage(browser: Browser, baseURL: string | undefined) {
  const context = await browser.newContext({ baseURL });
  return context.newPage();
}

export function orderOf(changes: Partial<Order> = {}): Order {
  return {
    _id: "0199a8c2-0000-7000-8000-000000abc123",
    number: 1001,
    items: [],
    totalAmount: 123456,
    paymentMethod: "razorpay",
    status: "pending",
    shipping: { name: "Asha", email: "asha@example.com", phone: "9876543210", address: "" },
    user: { name: "Asha", email: "asha@example.com" },
    history: [],
    createdAt: "2026-11-14T10:00:00.000Z",
    ...((changes.status ?? "pending") === "pending" && { held: true }),
    ...changes,
  };
}

/** The parts of mails to this address that match, such as a link or a code. */
export async function findInMails(shop: { folder: string }, email: string, pattern: RegExp) {
  const folder = path.join(shop.folder, "mail");
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith(".eml"));
  const mails = names.map(async (name) => readMail(await readFile(path.join(folder, name), "utf8")));
  const own = (await Promise.all(mails)).filter(({ headers }) => headers.to === email);
  return own.flatMap(({ text }) => pattern.exec(text)?.[0] ?? []);
}

/** Waits for a mail to this address with a link that matches, and returns the link's path. */
export async function mailedLink(shop: { folder: string }, email: string, pattern: RegExp) {
  const find = async () => (await findInMails(shop, email, pattern))[0];
  await expect.poll(find, { timeout: 30_000 }).toBeTruthy();
  return (await find())!;
}

/** A phone or computer with a screen lock that always opens. */
export async function addVirtualAuthenticator(page: Page) {
  const session = await page.context().newCDPSession(page);
  await session.send("WebAuthn.enable");
  const options = {
    protocol: "ctap2" as const,
    transport: "internal" as const,
    hasResidentKey: true,
    hasUserVerification: true,
    isUserVerified: true,
    automaticPresenceSimulation: true,
  };
  await session.send("WebAuthn.addVirtualAuthenticator", { options });
}
