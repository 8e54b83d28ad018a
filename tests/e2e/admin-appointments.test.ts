import type { APIRequestContext, Page } from "@playwright/test";
import { noSchedule, type Schedule } from "../../src/contracts/appointments/schedule.ts";
import type { Expert } from "../../src/contracts/catalogue/expert.ts";
import { expectAccessible, expectAccessibleAndFits } from "./support/accessibility.ts";
import { expectLoadErrorWithRetry, mainOf, message, test } from "./support/admin.ts";
import { expect } from "./support/test.ts";
import { tabTo } from "./support/visit.ts";

const DAY_MS = 24 * 60 * 60_000;
/** In three days, in India. */
const day = new Date(Date.now() + 3 * DAY_MS + 5.5 * 60 * 60_000).toISOString().slice(0, 10);
const allDays = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, start: 10 * 60, minutes: 10 * 60 }));

const WIDE = { width: 1280, height: 800 };
const PHONE = { width: 390, height: 800 };

async function setHours(
  request: APIRequestContext,
  token: string,
  { _id }: Expert,
  form: Partial<Schedule>,
  version = 0,
) {
  const reply = await request.put(`/api/experts/${_id}/schedule`, {
    headers: { authorization: `Bearer ${token}` },
    data: { ...noSchedule, hours: allDays, ...form, version },
  });
  expect(reply.status(), await reply.text()).toBe(200);
}

const dayOf = ({ _id }: Expert) => `/admin/appointments?look=day&day=${day}&expert=${_id}`;

const booking = (page: Page) => page.getByRole("dialog", { name: "Book for a caller" });
const panel = (page: Page) => page.getByRole("dialog", { name: "Asha Kulkarni" });
const sessions = (page: Page) => mainOf(page).getByRole("button", { name: /Asha Kulkarni/ });
const waiting = (page: Page) => page.getByRole("link", { name: /^Needs attention/ });

async function bookFor(page: Page, expert: Expert, time: string) {
  await page.getByRole("button", { name: "Book for a caller" }).click();
  await booking(page).getByLabel("Expert").selectOption({ label: expert.name });
  await booking(page).getByLabel("Date and time (IST)").fill(time);
  await booking(page).getByLabel("Name").fill("Asha Kulkarni");
  await booking(page).getByRole("button", { name: "Book this time" }).click();
}

test("the owner books for a caller, sees the timetable, moves, reassigns and keeps sessions", async ({
  openFailing,
  request,
  ownerToken,
  makeRecord,
}) => {
  const [one, other] = [await makeRecord("experts"), await makeRecord("experts")];
  for (const expert of [one, other]) await setHours(request, ownerToken, expert, {});
  // The server refuses a booking with 409, which the browser logs.
  const page = await openFailing(dayOf(one));
  await page.setViewportSize(WIDE);

  await test.step("errors are at their fields; a taken time brings the free ones", async () => {
    await bookFor(page, one, `${day}T11:00`);
    await expect(booking(page).getByLabel("Phone")).toBeFocused();
    await booking(page).getByLabel("Phone").fill("98765 43210");
    await expectAccessible(page, "dialog[open]");
    await booking(page).getByRole("button", { name: "Book this time" }).click();
    await expect(booking(page)).toBeHidden();
    await expect(sessions(page)).toHaveAccessibleName(
      new RegExp(`^11:00 am to 12:00 pm ?, Asha Kulkarni ?, ${one.name}, Audio ?, Booked$`),
    );
    await bookFor(page, one, `${day}T11:30`);
    await booking(page).getByLabel("Phone").fill("98765 43210");
    await booking(page).getByRole("button", { name: "Book this time" }).click();
    const time = booking(page).getByLabel("Date and time (IST)");
    await expect(time).toHaveAccessibleDescription(/has another session then/);
    await expect(time).toBeFocused();
    const free = booking(page).getByLabel("Free times (IST)");
    await free.selectOption({ index: 3 });
    await expect(time).not.toHaveValue(`${day}T11:30`);
    await page.keyboard.press("Escape");
  });
  await test.step("the view is in the address: days, week, list, expert, and back", async () => {
    await page.getByRole("link", { name: "Next day" }).click();
    await expect(sessions(page)).toHaveCount(0);
    await page.goBack();
    await expect(sessions(page)).toHaveCount(1);
    await page.getByRole("link", { name: "Week", exact: true }).click();
    await expect(mainOf(page).getByRole("region")).toHaveCount(7);
    await expect(sessions(page)).toHaveCount(1);
    await expect(mainOf(page).locator("[aria-busy=false]")).toHaveCSS("opacity", "1");
    await expectAccessibleAndFits(page);
    await page.setViewportSize(PHONE);
    await expect(sessions(page)).toBeVisible();
    const list = page.getByRole("link", { name: "List", exact: true });
    await list.click();
    await expect(list).toHaveAttribute("aria-current", "true");
    await expect(sessions(page)).toBeVisible();
    await page.getByRole("combobox", { name: "Expert" }).selectOption({ label: other.name });
    await expect(page.getByRole("heading", { name: "No sessions in these days" })).toBeVisible();
    await page.setViewportSize(WIDE);
    await page.goBack();
    await expect(sessions(page)).toHaveCount(1);
  });
  await test.step("a session opens by keyboard, with its caller; it is moved and given to somebody else", async () => {
    await sessions(page).focus();
    await page.keyboard.press("Enter");
    await expect(panel(page).getByRole("link", { name: "Call" })).toHaveAttribute("href", "tel:+919876543210");
    await expect(panel(page).getByRole("link", { name: "Open room" })).toHaveAttribute("href", /\/join\//);
    await tabTo(page, panel(page).getByRole("button", { name: "Move", exact: true }));
    await page.keyboard.press("Enter");
    await panel(page).getByLabel("Date and time (IST)").fill(`${day}T15:00`);
    await panel(page).getByRole("button", { name: "Save this time" }).click();
    await expect(panel(page)).toContainText(/3:00 pm to 4:00 pm IST/);
    await panel(page).getByRole("button", { name: "History" }).click();
    await expect(panel(page).getByRole("list", { name: "History" }).getByRole("listitem")).toHaveText([
      new RegExp(`^Booked for .+, 11:00 am IST with ${one.name}.+ by the owner$`),
      /^Moved to .+, 3:00 pm IST.+ by the owner$/,
    ]);
    await expectAccessible(page, "dialog[open]");
    await panel(page).getByRole("button", { name: "Another expert" }).click();
    await panel(page).getByLabel("Expert", { exact: true }).selectOption({ label: other.name });
    await panel(page).getByRole("button", { name: "Give the session" }).click();
    await expect(panel(page)).toBeHidden();
    await expect(sessions(page)).toHaveCount(0);
  });
  await test.step("a session outside changed hours is listed until it is kept", async () => {
    await page.goto(`/admin/experts?hours=${other._id}`);
    await page.getByLabel("Add a date").fill(day);
    await page.getByRole("button", { name: "Save hours" }).click();
    await expect(mainOf(page).getByText("1 booked session is outside these hours.")).toBeVisible();
    await page.getByRole("link", { name: "Keep or move it" }).click();
    await expect(page.getByRole("region", { name: "Outside the hours" })).toBeVisible();
    await expect(waiting(page)).toHaveText("Needs attention (1)");
    await sessions(page).click();
    await panel(page).getByRole("button", { name: "Keep this time" }).click();
    await expect(message(page, "The session stays as it is")).toBeVisible();
    await expect(page.getByRole("heading", { name: "Nothing needs you" })).toBeVisible();
    await expect(waiting(page)).toHaveText("Needs attention (0)");
  });
  await test.step("a session by video without a link is listed until the owner gives it one", async () => {
    const reply = await request.post("/api/appointments", {
      headers: { authorization: `Bearer ${ownerToken}` },
      data: {
        expertId: one._id,
        mode: "video",
        minutes: 60,
        startsAt: `${day}T12:00:00+05:30`,
        name: "Asha Kulkarni",
        phone: "98765 43210",
      },
    });
    expect(reply.status(), await reply.text()).toBe(201);
    await page.goto(`/admin/appointments?view=attention&expert=${one._id}`);
    const list = page.getByRole("region", { name: "Video, without a link" });
    await list.getByRole("button", { name: /Asha Kulkarni.*No link/ }).click();
    const field = panel(page).getByLabel("Link of this session");
    await field.fill("http://meet.example.com/an-hour");
    await panel(page).getByRole("button", { name: "Save the link" }).click();
    await expect(field).toHaveAccessibleDescription(/starts with https/);
    await expectAccessible(page, "dialog[open]");
    await field.fill("https://meet.example.com/an-hour");
    await panel(page).getByRole("button", { name: "Save the link" }).click();
    await expect(message(page, "Link saved. The caller has no e-mail address: please tell them.")).toBeVisible();
    await expect(waiting(page)).toHaveText("Needs attention (0)");
    await page.goto(dayOf(one));
    await sessions(page).click();
    await expect(panel(page).getByRole("link", { name: "https://meet.example.com/an-hour" })).toBeVisible();
    await page.keyboard.press("Escape");
  });
  await test.step("a no-show asks before it is recorded, and says what it costs", async () => {
    const hourAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
    await page.route("**/api/appointments?*", async (route) => {
      const reply = await route.fetch();
      const begun = { startsAt: hourAgo(60), endsAt: hourAgo(1) };
      await route.fulfill({
        response: reply,
        json: ((await reply.json()) as object[]).map((one) => ({ ...one, ...begun })),
      });
    });
    let recorded = 0;
    await page.route("**/api/appointments/*/outcome", (route) => {
      recorded += 1;
      return route.continue();
    });
    for (const [name, text] of [
      ["Missed by the caller", /nothing is refunded.*Nobody gets a mail/s],
      ["Missed by the expert", /choose a new time.*please tell the buyer/s],
    ] as const) {
      await page.goto(`/admin/appointments?look=list&day=${day}&expert=${one._id}`);
      await sessions(page).click();
      await panel(page).getByRole("button", { name, exact: true }).click();
      const question = page.getByRole("dialog", { name, exact: true });
      await expect(question).toContainText(text);
      await question.getByRole("button", { name: "Keep" }).click();
      await expect(question).toBeHidden();
      await expect(panel(page)).toBeVisible();
    }
    expect(recorded).toBe(0);
    await page.unrouteAll();
  });
  await test.step("it is cancelled and leaves the timetable; a failed load can be tried again", async () => {
    await page.goto(dayOf(other));
    await sessions(page).click();
    await panel(page).getByRole("button", { name: "Cancel", exact: true }).click();
    const question = page.getByRole("dialog", { name: "Cancel this session?" });
    await question.getByRole("button", { name: "Cancel session" }).click();
    await expect(message(page, "The session was cancelled.")).toBeVisible();
    await expect(mainOf(page).locator(".session-button")).toHaveCount(0);
    const today = mainOf(page).getByRole("region", { name: /\(today\)/ });
    await expectLoadErrorWithRetry(page, { link: "Appointments", call: "**/api/appointments?*" }, today);
  });
});
