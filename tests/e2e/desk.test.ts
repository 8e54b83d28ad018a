import type { APIRequestContext } from "@playwright/test";
import type { Appointment } from "../../src/contracts/appointments/appointment.ts";
import { noSchedule } from "../../src/contracts/appointments/schedule.ts";
import type { Expert } from "../../src/contracts/catalogue/expert.ts";
import { expectAccessible } from "./support/accessibility.ts";
import { bar, fillForm, mailedLink, makeCustomer, newAccount, openPage, pressMain } from "./support/account.ts";
import { packageLine } from "./support/cart.ts";
import { ordersOf, placeOrder, setStatus } from "./support/checkout.ts";
import { expectLargeTextFits } from "./support/checks.ts";
import { test } from "./support/own-records.ts";
import { expect } from "./support/test.ts";
import { collectConsoleErrors, visit, visitWith } from "./support/visit.ts";

const MINUTE_MS = 60_000;
const ROOM = "https://meet.example.com/desk";

interface Booking {
  expert: Expert;
  mode: "audio" | "video";
  /** Time from the booking to the start. */
  inMs: number;
}

/** A paid session at any time: the owner chooses it. With the path of its call. */
async function book(request: APIRequestContext, ownerToken: string, { expert, mode, inMs }: Booking) {
  const customer = await makeCustomer(request);
  const line = {
    ...packageLine,
    itemId: `${expert._id}-${mode}-30`,
    title: `${expert.name} (${mode === "audio" ? "Audio" : "Video"}, 30 min)`,
    price: 600,
  };
  await setStatus(request, ownerToken, await placeOrder(request, customer, [line]), "paid");
  const { _id: orderId, appointments } = (await ordersOf(request, customer))[0]!;
  const [{ _id, version }] = appointments as [Appointment];
  const reply = await request.put(`/api/appointments/${_id}/time`, {
    headers: { authorization: `Bearer ${ownerToken}` },
    data: { startsAt: new Date(Date.now() + inMs).toISOString(), version, zone: "America/New_York" },
  });
  expect(reply.status(), await reply.text()).toBe(200);
  const [{ links }] = (await ordersOf(request, customer))[0]!.appointments as [Appointment];
  return { joinPath: new URL(links!.joinUrl).pathname, orderPath: `/orders/${orderId}`, customer };
}

test.use({ viewport: { width: 390, height: 800 } });

test("an expert uses the desk on a phone: accepts the invitation, joins, marks a session as done and takes a day off; the caller's page opens by itself", async ({
  page,
  browser,
  request,
  shop,
  ownerToken,
  makeRecord,
}) => {
  const said = collectConsoleErrors(page);
  const expert = await makeRecord("experts", { price: 20 });
  const other = await makeRecord("experts", { price: 20 });
  const headers = { authorization: `Bearer ${ownerToken}` };
  const hours = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, start: 0, minutes: 24 * 60 }));
  const data = { ...noSchedule, hours, gapMinutes: 0, roomUrl: ROOM, version: 0 };
  for (const { _id } of [expert, other])
    expect((await request.put(`/api/experts/${_id}/schedule`, { headers, data })).status()).toBe(200);
  const { name, email, phone, password } = newAccount();
  await request.post("/api/invitations", { headers, data: { email, role: "expert", expertId: expert._id } });
  await book(request, ownerToken, { expert, mode: "audio", inMs: 40 * MINUTE_MS });
  await book(request, ownerToken, { expert, mode: "video", inMs: 3000 });
  const { joinPath } = await book(request, ownerToken, { expert: other, mode: "video", inMs: 10 * MINUTE_MS + 8000 });

  const caller = await openPage(browser, shop.url);
  await test.step("the caller's page says when the call opens, also without a login", async () => {
    const reply = await visit(caller, joinPath);
    expect(reply.headers()).toMatchObject({ "referrer-policy": "no-referrer", "cache-control": "no-store" });
    await expect(caller.locator("meta[name=robots]")).toHaveAttribute("content", "noindex");
    await expect(caller.getByRole("heading", { level: 1 })).toHaveText("Your session is booked");
    await expectAccessible(caller);
  });

  await test.step("the invitation leads to the desk; the bar links to it", async () => {
    await visit(page, await mailedLink(shop, email, /\/invitation\/[\w-]+/));
    await fillForm(page, { name, phone, password });
    await pressMain(page, "Accept");
    await expect(page).toHaveURL("/desk");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("My desk");
    await expect(bar(page).getByRole("link", { name: "My desk", includeHidden: true })).toHaveAttribute(
      "href",
      "/desk",
    );
  });

  const session = page.getByRole("listitem").filter({ hasText: "Video" });
  await test.step("sessions show the caller, both time zones and the link to join", async () => {
    await expect(session).toContainText("Meera Test");
    await expect(session).toContainText(/For the caller: .* E[SD]T/);
    await expect(session.getByRole("link", { name: /^Call/ })).toHaveAttribute("href", "tel:9000000001");
    await expect(session.getByRole("link", { name: "Join" })).toHaveAttribute("href", ROOM);
    await expect(session.getByRole("link", { name: "Join" })).toHaveAttribute("target", "_blank");
  });

  await test.step("a day off offers no times, but a session can still be moved to it", async () => {
    const form = page.getByRole("form", { name: "Take a day off" });
    const date = new Date(Date.now() + 9 * 24 * 60 * MINUTE_MS).toISOString().slice(0, 10);
    await form.getByLabel("Date").fill(date);
    await form.getByRole("button", { name: "Take the day off" }).click();
    await expect(page.getByText(`${date} is a day off.`)).toBeVisible();
    const slots = await request.get(`/api/experts/${expert._id}/slots?minutes=30&from=${date}&days=1`);
    expect((await slots.json()).slots).toEqual([]);
    const audio = page.getByRole("listitem").filter({ hasText: "Audio" });
    await audio.getByRole("button", { name: "Move" }).click();
    await audio.getByLabel("Date and time (IST)").fill(`${date}T21:15`);
    await expectAccessible(page);
    await expectLargeTextFits(page);
    await audio.getByRole("button", { name: "Save this time" }).click();
    await expect(audio).toContainText("9:15 pm to 9:45 pm IST");
  });

  await test.step("a session that has begun is marked as done", async () => {
    // The page looks at the clock by itself; a reload is faster.
    await expect(async () => {
      await page.reload();
      await expect(session.getByRole("button", { name: "Done" })).toBeVisible({ timeout: 2000 });
    }).toPass();
    await session.getByRole("button", { name: "Done" }).click();
    await expect(session).toHaveCount(0);
    await expect(page.getByText("Past 30 days (1)")).toBeVisible();
  });

  await test.step("the caller's page opens without a reload", async () => {
    await expect(caller.getByRole("link", { name: "Join the video call" })).toHaveAttribute("href", ROOM, {
      timeout: 20_000,
    });
    await expect(caller.getByRole("link", { name: "Join the video call" })).toHaveAttribute("rel", /noreferrer/);
  });

  await test.step("the expert sees the hours and creates a calendar link", async () => {
    await page.getByRole("link", { name: "Hours" }).click();
    await expect(page.getByLabel("Room for video calls")).toHaveValue(ROOM);
    const add = page.getByRole("button", { name: "Add hours on Monday" });
    expect((await add.boundingBox())!.height).toBeGreaterThanOrEqual(44);
    expect((await page.getByLabel("Monday, from").boundingBox())!.height).toBeGreaterThanOrEqual(44);
    await page.getByLabel("Monday, from").fill("09:30");
    await page.getByRole("button", { name: "Copy the hours of Monday to other days" }).click();
    const tuesday = page.getByRole("group", { name: "Same hours as Monday" }).getByRole("button", { name: "Tuesday" });
    await expect(tuesday).toHaveAttribute("aria-pressed", "false");
    await tuesday.click();
    await expect(tuesday).toHaveAttribute("aria-pressed", "true");
    await expect(page.getByLabel("Tuesday, from")).toHaveValue("09:30");
    await page.getByRole("button", { name: "Save hours" }).click();
    await expect(page.getByText("✅ Hours saved")).toBeVisible();
    await page.getByRole("link", { name: "Calendar" }).click();
    await page.getByRole("button", { name: "Make a link" }).click();
    const url = await page.getByLabel("Your secret link").inputValue();
    expect(await (await request.get(new URL(url).pathname)).text()).toContain("SUMMARY:Session");
    await expectAccessible(page);
  });
  await test.step("a video session without a link has the time left; giving it shows it to the caller", async () => {
    const { version } = await (await request.get(`/api/experts/${expert._id}/schedule`, { headers })).json();
    await request.put(`/api/experts/${expert._id}/schedule`, { headers, data: { ...data, roomUrl: "", version } });
    const waits = await book(request, ownerToken, { expert, mode: "video", inMs: 150 * MINUTE_MS });
    await visitWith(caller, waits.orderPath, { token: waits.customer.token });
    const card = caller.getByRole("region", { name: /^Your session/ });
    await expect(card).toContainText("You get the link by mail before the hour.");

    await page.getByRole("link", { name: "Sessions" }).click();
    const missing = page.getByRole("region", { name: "Video sessions without a link (1)" });
    await expect(missing.getByRole("listitem")).toContainText(/Meera Test.*in 2 hours/);
    await expect(session.getByText("Meera Test waits for the link of this video session.")).toBeVisible();
    await expectAccessible(page);
    await missing.getByRole("link", { name: /Meera Test/ }).click();
    await session.getByLabel("Link of this session").fill(ROOM);
    await session.getByRole("button", { name: "Save the link" }).click();
    await expect(page.getByText("Link saved: Meera Test gets it by mail")).toBeVisible();
    await expect(missing).toHaveCount(0);
    await expect(session.getByRole("link", { name: ROOM })).toBeVisible();

    await caller.reload();
    await expect(card.getByRole("link", { name: ROOM })).toHaveAttribute("href", ROOM);
    await expect(card).not.toContainText("calls you");
    await expectAccessible(caller);
  });
  expect(said).toEqual([]);
});
