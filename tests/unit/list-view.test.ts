import { expect, test } from "vitest";
import { formatDay } from "../../src/web/lib/dates.ts";
import { listUrl, listViewAt, loadPage } from "../../src/web/lib/list-view.ts";
import { formatRate } from "../../src/web/lib/money.ts";

test("builds the address of a view and omits page 1", () => {
  expect(listUrl("/courses", {})).toBe("/courses");
  expect(listUrl("/courses", { page: 1, q: "" })).toBe("/courses");
  expect(listUrl("/courses", { page: 2, q: "tarot & more" })).toBe("/courses?page=2&q=tarot+%26+more");
});

test.each(["", "page=0", "page=-1", "page=1.5", "page=two", "page=1e9", "page=9999999"])(
  "%j counts as the first page",
  (query) => expect(listViewAt(new URLSearchParams(query)).page).toBe(1),
);

test("trims a search and limits its length", () => {
  expect(listViewAt(new URLSearchParams({ q: "  rose  " })).q).toBe("rose");
  expect(listViewAt(new URLSearchParams({ q: "   " })).q).toBeUndefined();
  expect(listViewAt(new URLSearchParams({ q: "x".repeat(500) })).q).toHaveLength(200);
});

test("loads the last page for a page past the end", async () => {
  const all = Array.from({ length: 13 }, (_, i) => i);
  const load = async (page: number) => ({ items: all.slice((page - 1) * 6, page * 6), total: all.length });
  expect(await loadPage(load, { wanted: 9, size: 6 })).toEqual({ items: [12], total: 13, pageCount: 3, page: 3 });
  expect(await loadPage(load, { wanted: 2, size: 6 })).toMatchObject({ items: [6, 7, 8, 9, 10, 11], page: 2 });
  expect(await loadPage(async () => ({ items: [], total: 0 }), { wanted: 4, size: 6 })).toMatchObject({
    page: 1,
    pageCount: 0,
  });
});

test("formats a day in Indian time", () => {
  expect(formatDay("2026-11-14T10:00:00Z")).toBe("14 Nov 2026");
  expect(formatDay("2026-09-30T18:29:59Z")).toBe("30 Sep 2026");
  expect(formatDay("2026-09-30T18:30:00Z")).toBe("1 Oct 2026");
});

test("formats a rate with a space after the sign", () => {
  expect([50, 37.5, 1500].map(formatRate)).toEqual(["₹ 50/min", "₹ 37.50/min", "₹ 1,500/min"]);
});
