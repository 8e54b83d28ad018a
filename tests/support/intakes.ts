import { expect } from "vitest";
import type { Intake, IntakeForm } from "../../src/contracts/appointments/intake.ts";
import { buySession, choose, makeAvailable, slotsOf } from "./appointments.ts";
import { makeCustomer } from "./customers.ts";
import type { TestShop } from "./test-shop.ts";

export const told = {
  question: "Shall I take the work in Pune?",
  birthDate: "1990-04-27",
  birthTime: "7:45",
  birthPlace: "Nagpur",
  consent: true,
} satisfies IntakeForm;

export const intakePath = (id: string) => `/api/appointments/${id}/intake`;

/** Any fields, so that a test can send wrong ones. */
export const giveIntake = (shop: Pick<TestShop, "call">, token: string, id: string, change: object = {}) =>
  shop.call("PUT", intakePath(id), { token, json: { ...told, ...change } });

export const readIntake = async (shop: Pick<TestShop, "call">, token: string, id: string) =>
  (await shop.call("GET", intakePath(id), { token })).json() as Intake;

/** A caller with a booked session and an intake. */
export async function bookAndTell(shop: TestShop, change: object = {}) {
  const expert = await makeAvailable(shop);
  const buyer = await makeCustomer(shop);
  const { orderId, appointments } = await buySession(shop, buyer, expert);
  const id = appointments[0]!._id;
  const [slot] = await slotsOf(shop, expert);
  expect((await choose(shop, buyer.token, appointments[0]!, slot!)).statusCode).toBe(200);
  const given = await giveIntake(shop, buyer.token, id, change);
  expect(given.statusCode, given.body).toBe(200);
  return { expert, buyer, orderId, id, startsAt: slot! };
}
