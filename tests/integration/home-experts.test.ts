import { expect } from "vitest";
import { defaultSettings } from "../../site.config.ts";
import type { NextTimes } from "../../src/contracts/appointments/schedule.ts";
import { buySession, choose, DAY_MS, makeAvailable, slotsOf } from "../support/appointments.ts";
import { makeCustomer } from "../support/customers.ts";
import { formOf, makeExpert } from "../support/forms.ts";
import { isFromCache, request } from "../support/http-clients.ts";
import { test } from "../support/test-shop.ts";

const { founder } = defaultSettings.business;
const allDay = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, start: 10 * 60, minutes: 60 }));

/** The text of a section, without tags. */
const sectionOf = (html: string, id: string) => {
  const from = html.indexOf(`aria-labelledby="${id}`);
  return html
    .slice(from, html.indexOf("</section>", from))
    .replace(/<!--.*?-->/g, "")
    .replace(/<[^>]+>/g, " ")
    .replace(/\s+/g, " ");
};

test("the home page says that experts take calls today only of those with a free time today, until it is booked", async ({
  shop,
  url,
}) => {
  // 6 in the morning in India.
  const day = Math.ceil(shop.clock.now().getTime() / DAY_MS) * DAY_MS;
  shop.clock.advance(day + 30 * 60_000 - shop.clock.now().getTime());
  const home = async () => {
    const reply = await request(`${url}/`);
    const html = reply.body.toString("utf8");
    return { experts: sectionOf(html, "online-now"), packages: sectionOf(html, "consultancy"), reply };
  };
  const busy = await makeAvailable(shop, { hours: allDay, noticeMinutes: 0 });
  const later = await makeAvailable(shop, { hours: allDay, noticeMinutes: 24 * 60 });
  const byPhone = await makeExpert(shop, { status: "online" });
  for (const { _id, name } of [busy, later])
    await shop.call("PUT", `/api/experts/${_id}`, {
      token: shop.ownerToken,
      form: formOf({ name, status: "online", price: "20", audioPrice: "20" }),
    });

  const morning = await home();
  expect(morning.experts).toContain("Online now They take calls today.");
  expect(morning.experts).toContain(busy.name);
  expect(morning.experts).toMatch(/Next: \w{3} \d+ \w{3}, 10:00 am IST/);
  expect(morning.experts).not.toContain(later.name);
  expect(morning.experts).not.toContain(byPhone.name);
  expect(isFromCache((await home()).reply)).toBe(true);
  expect(morning.packages).not.toContain(`with ${founder}`);

  const buyer = await makeCustomer(shop);
  const { appointments } = await buySession(shop, buyer, busy);
  const [today] = await slotsOf(shop, busy);
  expect((await choose(shop, buyer.token, appointments[0]!, today!)).statusCode).toBe(200);
  await expect.poll(async () => (await home()).experts, { timeout: 5_000 }).not.toContain("They take calls today.");
  const full = await home();
  expect(full.experts).toContain("Talk to an expert");
  for (const { name } of [busy, later, byPhone]) expect(full.experts).toContain(name);

  // A package is with the founder and shows the next time that is long enough for it.
  const devika = await makeExpert(shop, { name: founder, price: "30" });
  await shop.call("PUT", `/api/experts/${devika._id}/schedule`, {
    token: shop.ownerToken,
    json: { ...(await shop.services.appointments.findSchedule(busy._id)), version: 0 },
  });
  const { packages } = await home();
  expect(packages.split(`with ${founder}`)).toHaveLength(4);
  // The hour from 10 to 11 has no room for 90 minutes.
  expect(packages.match(/Next: /g)).toHaveLength(2);
  // Served from the cache, each length has its own answer.
  const next = async (minutes: number) => {
    const reply = await request(`${url}/api/experts/next-times?minutes=${minutes}`);
    const { times } = JSON.parse(reply.body.toString("utf8")) as NextTimes;
    return { reply, isListed: times.some(({ expertId }) => expertId === devika._id) };
  };
  for (const minutes of [60, 90, 60, 90]) expect((await next(minutes)).isListed, `${minutes}`).toBe(minutes === 60);
  expect(isFromCache((await next(90)).reply)).toBe(true);
  expect((await home()).packages.match(/Next: /g)).toHaveLength(2);
});
