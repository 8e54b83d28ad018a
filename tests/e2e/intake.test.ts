import type { APIRequestContext } from "@playwright/test";
import type { Appointment } from "../../src/contracts/appointments/appointment.ts";
import type { Expert } from "../../src/contracts/catalogue/expert.ts";
import { expectAccessible } from "./support/accessibility.ts";
import { answerCall, makeCustomer } from "./support/account.ts";
import { packageLine } from "./support/cart.ts";
import { ordersOf, placeOrder, setStatus } from "./support/checkout.ts";
import { expectLargeTextFits } from "./support/checks.ts";
import { test } from "./support/own-records.ts";
import { expect } from "./support/test.ts";
import { collectConsoleErrors, visit, visitWith } from "./support/visit.ts";

const PRICE = 20;

/** A paid session at a time that the owner has set. */
async function bookSession(request: APIRequestContext, ownerToken: string, { _id, name }: Expert) {
  const customer = await makeCustomer(request);
  const line = { ...packageLine, itemId: `${_id}-audio-60`, title: `${name} (Audio, 60 min)`, price: PRICE * 60 };
  await setStatus(request, ownerToken, await placeOrder(request, customer, [line]), "paid");
  const [order] = await ordersOf(request, customer);
  const [appointment] = order!.appointments as [Appointment];
  const startsAt = new Date(Date.now() + 3 * 24 * 60 * 60_000).toISOString();
  const reply = await request.put(`/api/appointments/${appointment._id}/time`, {
    headers: { authorization: `Bearer ${ownerToken}` },
    data: { startsAt, version: appointment.version },
  });
  expect(reply.status(), await reply.text()).toBe(200);
  return { customer, orderId: order!._id };
}

test("a caller writes, changes and withdraws the intake of a session at 390 px; the owner reads it on the order", async ({
  browser,
  request,
  shop,
  ownerToken,
  makeRecord,
}) => {
  const expert = await makeRecord("experts", { price: PRICE });
  const { customer, orderId } = await bookSession(request, ownerToken, expert);
  const context = await browser.newContext({ baseURL: shop.url, viewport: { width: 390, height: 800 } });
  const page = await context.newPage();
  const said = collectConsoleErrors(page);
  await visitWith(page, `/orders/${orderId}`, { token: customer.token });
  const session = page.getByRole("region", { name: /^Your session/ });
  const button = (name: string) => session.getByRole("button", { name, exact: true });
  const tell = button(`Tell ${expert.name} what it is about`);
  const form = session.getByRole("form", { name: "About your session" });
  const question = form.getByLabel("Your question");
  const time = form.getByLabel("Birth time");

  await test.step("errors are shown at their fields, and a failed save keeps the input", async () => {
    await tell.click();
    await time.fill("25:00");
    await button("Save").click();
    await expect(form.getByText("Your question is required.")).toBeVisible();
    await expect(form.getByText("Please agree that we keep this for your session.")).toBeVisible();
    await expect(form.getByText(/^Birth time must be a time such as/)).toBeVisible();
    await expect(question).toBeFocused();
    await expectAccessible(page);
    await expectLargeTextFits(page);
    await question.fill("Shall I take the work in Pune?");
    await time.fill("7.45 pm");
    await form.getByLabel("Birth date").fill("1990-04-27");
    await form.getByLabel("Birth place").fill("Nagpur");
    await form.getByLabel("I agree that this is kept for my session").check();
    await answerCall(page, "**/intake", 500, { code: "internal", message: "Something went wrong on our side." });
    await button("Save").click();
    await expect(form.getByRole("alert")).toHaveText("Something went wrong on our side.");
    await expect(question).toHaveValue("Shall I take the work in Pune?");
    await page.unroute("**/intake");
    await button("Save").click();
  });
  const status = session.getByText(/^Given on \w{3} \d+ \w{3}, you can change it until the session\.$/);
  await expect(status).toBeFocused();

  await test.step("the intake can be changed; for a child the form requires a parent's consent", async () => {
    await visit(page, `/orders/${orderId}`);
    await button("Change what you told").click();
    await expect(question).toHaveValue("Shall I take the work in Pune?");
    await expect(time).toHaveValue("19:45");
    await form.getByLabel("I do not know it").check();
    await expect(time).toBeDisabled();
    await form.getByLabel("This is about somebody under 18").check();
    await button("Save").click();
    const guardian = form.getByLabel("I am their parent or guardian and agree to this for them");
    await expect(guardian).toBeFocused();
    await guardian.check();
    await button("Save").click();
    await expect(status).toBeFocused();
  });

  await test.step("the owner reads it on the order", async () => {
    const owners = await (await browser.newContext({ baseURL: shop.url })).newPage();
    await visitWith(owners, `/admin/orders/${orderId}`, { token: ownerToken });
    const sessions = owners.getByRole("region", { name: "Sessions" });
    await sessions.getByRole("button", { name: "What the caller told" }).click();
    await expect(sessions).toContainText(/Shall I take the work in Pune\?.*27 Apr 1990.*Not known.*Nagpur.*under 18/);
  });

  await button("Withdraw").click();
  const dialog = page.getByRole("dialog", { name: "Withdraw what you told?" });
  await expect(dialog).toBeVisible();
  await dialog.getByRole("button", { name: "Erase it" }).click();
  await expect(dialog).toBeHidden();
  await expect(tell).toBeVisible();
  await expect(status).toHaveCount(0);
  expect(said).toEqual([]);
  await context.close();
});
