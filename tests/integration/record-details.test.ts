import { randomUUID } from "node:crypto";
import { describe, expect } from "vitest";
import { noMentions } from "../../src/contracts/catalogue/blog-rules.ts";
import { noCourseDetails } from "../../src/contracts/catalogue/course-rules.ts";
import { noExpertDetails } from "../../src/contracts/catalogue/expert-rules.ts";
import { addDays, indianDay } from "../../src/server/platform/indian-time.ts";
import { expectRefused, formOf, goodProduct, makeProduct, unique } from "../support/forms.ts";
import { isFromCache, request, text } from "../support/http-clients.ts";
import { type TestShop, test } from "../support/test-shop.ts";
import { until } from "../support/until.ts";

type Fields = Record<string, string>;

const ID = "01a1dd1a-115a-7321-899b-00000000000a";
const OTHER_ID = "01a1dd1a-115a-7321-899b-00000000000b";
const PRICES = { actualPrice: "100", offerPrice: "100" };

/** Fields that a form may leave out without changing them: as sent, as stored, and when they are empty. */
const kinds: {
  path: string;
  good: () => Fields;
  details: Fields;
  detailed: Record<string, unknown>;
  undetailed: Record<string, unknown>;
}[] = [
  {
    path: "/api/courses",
    good: () => ({ title: unique("Course"), ...PRICES }),
    details: {
      weeks: "8",
      days: "Tue, Thu 7 pm",
      language: "Hindi",
      recordings: "For a year",
      nextStart: "2026-12-31",
      startTime: "19:30",
      teacherId: ID,
      syllabus: "Week 1\r\nSigns\r\nand houses\n \nWeek 2\n\n\n",
    },
    detailed: {
      weeks: 8,
      days: "Tue, Thu 7 pm",
      language: "Hindi",
      recordings: "For a year",
      nextStart: "2026-12-31",
      startTime: "19:30",
      teacherId: ID,
      syllabus: [
        { title: "Week 1", text: "Signs\nand houses" },
        { title: "Week 2", text: "" },
      ],
    },
    undetailed: noCourseDetails,
  },
  {
    path: "/api/experts",
    good: () => ({ name: unique("Expert") }),
    details: { topics: "Career\n\n  Family \nCareer", sampleQuestions: "Which way?\r\nWhen?" },
    detailed: { topics: ["Career", "Family"], sampleQuestions: ["Which way?", "When?"] },
    undetailed: noExpertDetails,
  },
  {
    path: "/api/blogs",
    good: () => ({ title: unique("Blog"), content: "Text" }),
    details: { mentionedProducts: `${ID.toUpperCase()}, ${ID}`, mentionedCourses: `${OTHER_ID},${ID}` },
    detailed: { mentionedProducts: [ID], mentionedCourses: [OTHER_ID, ID] },
    undetailed: noMentions,
  },
];

/** Creates or updates a record as the owner. */
async function save(shop: TestShop, path: string, fields: Fields) {
  const method = path.split("/").length > 3 ? "PUT" : "POST";
  const reply = await shop.call(method, path, { token: shop.ownerToken, form: formOf(fields) });
  expect(reply.statusCode, reply.body).toBeLessThan(300);
  return reply.json() as { _id: string };
}

/** Requests a page until the response is cached, and returns its ETag. */
const cachedEtag = (url: string) =>
  until(async () => {
    const response = await request(url);
    return isFromCache(response) ? String(response.headers.etag) : undefined;
  });

describe.each(kinds)("$path", ({ path, good, details, detailed, undetailed }) => {
  test("an update without the details keeps them, empty ones remove them, and the log names them", async ({ shop }) => {
    const made = await save(shop, path, { ...good(), ...details });
    expect(made).toMatchObject(detailed);
    const update = (fields: Fields) => save(shop, `${path}/${made._id}`, { ...good(), ...fields });
    expect(await update({})).toMatchObject(detailed);
    const empty = Object.fromEntries(Object.keys(details).map((field) => [field, ""]));
    expect(await update(empty)).toMatchObject(undetailed);
    const log = await shop.call("GET", "/api/activity?limit=1", { token: shop.ownerToken });
    expect(log.statusCode, log.body).toBe(200);
    expect(Object.keys(log.json()[0].changes)).toEqual(expect.arrayContaining(Object.keys(details)));
  });

  test("lists records by their ids, in that order, without those that are missing", async ({ shop }) => {
    const [a, b] = [await save(shop, path, good()), await save(shop, path, good())];
    const list = (ids: string) => shop.call("GET", `${path}?ids=${ids}&page=2`);
    const found = await list(`${a._id},${randomUUID()},${b._id.toUpperCase()}`);
    expect(found.json().map(({ _id }: { _id: string }) => _id)).toEqual([a._id, b._id]);
    expect(found.headers["x-total-count"]).toBe("2");
    expectRefused(await list("1"), "ids");
    expectRefused(await list(Array.from({ length: 13 }, () => ID).join()), "ids");
  });
});

test("a cached page changes at once when a record it mentions is unpublished, published or deleted", async ({
  shop,
  url,
}) => {
  const { _id: productId, title } = await makeProduct(shop, { stock: "50" });
  const expert = { name: unique("Teacher") };
  const { _id: teacherId } = await save(shop, "/api/experts", expert);
  const course = await save(shop, "/api/courses", { title: unique("Course"), ...PRICES, teacherId });
  const blog = await save(shop, "/api/blogs", { title: unique("Blog"), content: "Text", mentionedProducts: productId });

  for (const [page, shown, change] of [
    [
      `${url}/blogs/${blog._id}`,
      title,
      (fields: Fields) => save(shop, `/api/products/${productId}`, { ...goodProduct({ title }), ...fields }),
    ],
    [
      `${url}/course/${course._id}`,
      expert.name,
      (fields: Fields) => save(shop, `/api/experts/${teacherId}`, { ...expert, ...fields }),
    ],
  ] as const) {
    await cachedEtag(page);
    expect(await text(page)).toContain(shown);
    await change({ published: "false" });
    expect(await text(page)).not.toContain(shown);
    await cachedEtag(page);
    await change({ published: "true" });
    expect(await text(page)).toContain(shown);
  }
  await shop.call("DELETE", `/api/products/${productId}`, { token: shop.ownerToken });
  expect(await text(`${url}/blogs/${blog._id}`)).not.toContain(title);

  // A newer article has this one as its next; a deleted one is skipped.
  const newer = await save(shop, "/api/blogs", { title: unique("Newer"), content: "Text" });
  expect(await text(`${url}/blogs/${newer._id}`)).toContain(`/blogs/${blog._id}`);
  await shop.call("DELETE", `/api/blogs/${blog._id}`, { token: shop.ownerToken });
  expect(await text(`${url}/blogs/${newer._id}`)).not.toContain(`/blogs/${blog._id}`);
});

test("the page of a course is dropped from the cache after the day of its next start", async ({ shop, url }) => {
  const fields = { title: unique("Course"), ...PRICES };
  const today = indianDay(shop.clock.now());
  const starting = await save(shop, "/api/courses", { ...fields, nextStart: today });
  const later = await save(shop, "/api/courses", { ...fields, nextStart: addDays(today, 2) });
  const pages = [starting, later].map(({ _id }) => `${url}/course/${_id}`);
  const [etag, laterEtag] = [await cachedEtag(pages[0]!), await cachedEtag(pages[1]!)];
  await shop.services.catalogue.dropStartedCourses();
  expect(await cachedEtag(pages[0]!)).toBe(etag);
  shop.clock.advance(24 * 60 * 60_000);
  await shop.services.catalogue.dropStartedCourses();
  expect(isFromCache(await request(pages[0]!))).toBe(false);
  const unchanged = await request(pages[1]!);
  expect([unchanged.headers.etag, isFromCache(unchanged)]).toEqual([laterEtag, true]);
});
