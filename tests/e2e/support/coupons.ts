import type { APIRequestContext, Page } from "@playwright/test";
import type { Settings } from "../../../src/contracts/settings/settings.ts";
import type { SettingState } from "../../../src/contracts/settings/settings-calls.ts";
import { uniqueWord } from "./own-records.ts";
import { expect } from "./test.ts";

export const newCode = () => uniqueWord().toUpperCase();

/** Creates a coupon through the API and returns its code. */
export async function makeCoupon(request: APIRequestContext, token: string, fields: Record<string, string>) {
  const code = newCode();
  const headers = { authorization: `Bearer ${token}` };
  const reply = await request.post("/api/coupons", { headers, multipart: { code, ...fields } });
  expect(reply.status(), await reply.text()).toBe(201);
  return code;
}

/** Publishes other settings of a group and returns the way back. */
export async function changeSettings<G extends keyof Settings>(
  request: APIRequestContext,
  token: string,
  group: G,
  change: (values: Settings[G]) => Partial<Settings[G]>,
) {
  const headers = { authorization: `Bearer ${token}` };
  const states = (await (await request.get("/api/settings", { headers })).json()) as SettingState[];
  const { version, values } = states.find((state) => state.group === group)!;
  const publish = async (data: object) => {
    const reply = await request.put(`/api/settings/${group}`, { headers, data });
    expect(reply.status(), await reply.text()).toBe(200);
  };
  await publish({ version, values: { ...values, ...change(values as Settings[G]) } });
  return () => publish({ version: version + 1, values });
}

export const changeDelivery = (
  request: APIRequestContext,
  token: string,
  change: (values: Settings["delivery"]) => Partial<Settings["delivery"]>,
) => changeSettings(request, token, "delivery", change);

export const chargeDelivery = (
  request: APIRequestContext,
  token: string,
  change: Partial<Settings["delivery"]["charge"]>,
) => changeDelivery(request, token, ({ charge }) => ({ charge: { ...charge, ...change } }));

export const codeField = (page: Page) => page.getByRole("form", { name: "Coupon code" }).getByLabel("Code");

export async function applyCode(page: Page, code: string) {
  await codeField(page).fill(code);
  await page.getByRole("button", { name: "Apply" }).click();
}
