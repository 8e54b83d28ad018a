import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import type { SearchCount } from "../../src/contracts/catalogue/search.ts";
import type { Dashboard } from "../../src/contracts/reports/dashboard.ts";
import { indianDay } from "../../src/server/platform/indian-time.ts";
import { asOwner } from "../support/admin.ts";
import { makeProduct } from "../support/forms.ts";
import { renewOwnerToken } from "../support/owner-token.ts";
import { openOwnShop } from "../support/test-shop.ts";

const DAY_MS = 24 * 3_600_000;

test("searches are counted by day, term, script and result, without personal data, and listed for the owner", async () => {
  const shop = await openOwnShop();
  const get = async (path: string, query: Record<string, string>) =>
    expect((await shop.app.inject(`${path}?${new URLSearchParams(query)}`)).statusCode).toBe(200);
  const search = (q: string) => get("/api/search", { q });
  const type = (q: string, query = {}) => get("/api/products", { q, ...query });
  const today = indianDay(shop.clock.now());
  const counted = async (from = today) =>
    (await asOwner(shop, "GET", `/api/searches?from=${from}&to=${today}`))
      .json<SearchCount[]>()
      .map(({ term, script, found, count }) => [term, script, found, count]);
  const unfound = async () =>
    (await asOwner(shop, "GET", "/api/dashboard"))
      .json<Dashboard>()
      .unfoundSearches.map(({ term, count }) => [term, count]);
  await makeProduct(shop, { title: "Known piece", category: "Tower" });

  for (const q of ["Known", "known", "known piece", "Blue Opal", "blue  opal", "मूंगा", "मूंगा ring", "Tower under ₹१०००"])
    await search(q);
  // Typed into the box of the list, which searches while somebody types.
  for (const q of ["blue opal", "bluestone", "blues", "bluest", "known"]) await type(q);
  await type("nowhere", { match: "similar" });
  await type("nowhere", { category: "tower" });
  await type("nowhere", { sort: "match" });
  await shop.call("GET", "/api/products?q=nowhere", { token: shop.ownerToken });
  const personal = ["asha@example.com", "asha＠example.com", "+91 98765 43210", "order 12 34 56", "Asha Wagle 42"];
  const amongKnownWords = ["98765 known 43210", "known ९८७६५ piece ४३२१०"];
  const inOtherDigits = [
    "फोन ९८७६५ ४३२१०",
    "call ９８７６５４３２１０",
    "৯৮৭৬৫৪৩২১০",
    "call ②③④⑤⑥⑦",
    "nine eight seven six five four",
  ];
  for (const q of [...personal, ...amongKnownWords, ...inOtherDigits, "x".repeat(61), " "]) {
    await search(q);
    await type(q);
  }
  expect(await counted()).toEqual([]);
  await shop.services.catalogue.searches.save();
  expect(await counted()).toEqual([
    ["blue opal", "latin", false, 3],
    ["known", "latin", true, 3],
    ["bluestone", "latin", false, 1],
    ["known piece", "latin", true, 1],
    ["tower under ₹1000", "latin", true, 1],
    ["मूंगा", "devanagari", false, 1],
    ["मूंगा ring", "mixed", false, 1],
  ]);
  expect((await unfound())[0]).toEqual(["blue opal", 3]);

  shop.clock.advance(DAY_MS);
  await renewOwnerToken(shop);
  await search("known");
  await search("blue opal");
  const letters = (n: number) => [...`${n}`].map((digit) => "abcdefghij"[Number(digit)]).join("");
  for (let n = 0; n < 120; n++) await search(`flood ${letters(n)} flood`);
  await shop.services.catalogue.searches.save();
  const tomorrow = indianDay(shop.clock.now());
  const rows = (await asOwner(shop, "GET", `/api/searches?from=${tomorrow}&to=${tomorrow}`)).json<SearchCount[]>();
  expect(rows, "at most a hundred terms of one minute").toHaveLength(100);
  expect(rows).toContainEqual({ day: tomorrow, term: "known", script: "latin", found: true, count: 1 });
  expect((await unfound())[0], "of both days").toEqual(["blue opal", 4]);

  await shop.db.execute(
    sql`insert into searches select ${tomorrow}, 'old ' || n, 'latin', false, 1 from generate_series(1, 600) n`,
  );
  await search("known");
  await shop.services.catalogue.searches.save();
  const { rows: kept } = await shop.db.execute(
    sql`select count(*)::int as count from searches where day = ${tomorrow}`,
  );
  expect(kept, "the most frequent 500 of a day").toEqual([{ count: 500 }]);
  shop.clock.advance(401 * DAY_MS);
  await renewOwnerToken(shop);
  await search("known");
  await shop.services.catalogue.searches.save();
  expect((await shop.db.execute(sql`select count(*)::int as count from searches`)).rows).toEqual([{ count: 1 }]);
  expect(await unfound()).toEqual([]);
  for (const query of ["", "?from=2026-01-02&to=2026-01-01", "?from=x&to=2026-01-01"])
    expect((await asOwner(shop, "GET", `/api/searches${query}`)).statusCode, query).toBe(400);
});
