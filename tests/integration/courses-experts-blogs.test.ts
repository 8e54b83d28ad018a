import { randomUUID } from "node:crypto";
import { afterEach, beforeAll, describe, expect } from "vitest";
import { noMentions } from "../../src/contracts/catalogue/blog-rules.ts";
import { noCourseDetails } from "../../src/contracts/catalogue/course-rules.ts";
import { noExpertDetails } from "../../src/contracts/catalogue/expert-rules.ts";
import { makeCustomer } from "../support/customers.ts";
import { expectRefused, formOf, problemOf, type SentFile, unique } from "../support/forms.ts";
import { picture } from "../support/pictures.ts";
import { expectNothingLeftOver } from "../support/stored-files.ts";
import { type TestShop, test } from "../support/test-shop.ts";

type Fields = Record<string, string>;
type Item = Record<string, unknown> & { _id: string };

interface Kind {
  path: string;
  label: string;
  notFound: string;
  imageField: string;
  /** The field with the name of a record. */
  name: string;
  required: Fields;
  /** A record created with the required fields only. */
  defaults: Record<string, unknown>;
  /** All other fields, and their stored values. */
  optional: Fields;
  filled: Record<string, unknown>;
  /** Invalid values with the fields that are reported. */
  wrong: [Fields, ...string[]][];
}

const ID = "01a1dd1a-115a-7321-899b-00000000000a";

const kinds: Kind[] = [
  {
    path: "/api/courses",
    label: "Course",
    notFound: "Course not found.",
    imageField: "image",
    name: "title",
    required: { title: "Tarot", actualPrice: "5000", offerPrice: "2500.50" },
    defaults: {
      actualPrice: 5000,
      offerPrice: 2500.5,
      description: "",
      shortDescription: "",
      topSelling: false,
      groupLink: "",
      image: null,
      ...noCourseDetails,
    },
    optional: {
      description: "Learn\nslowly",
      shortDescription: "Learn",
      topSelling: "on",
      groupLink: "https://chat.example.com/invite",
      taxClass: "yoga",
    },
    filled: {
      description: "Learn\nslowly",
      shortDescription: "Learn",
      topSelling: true,
      groupLink: "https://chat.example.com/invite",
      taxClass: "yoga",
    },
    wrong: [
      [{ taxClass: "unknown" }, "taxClass"],
      [{ weeks: "0", nextStart: "2026-02-30", teacherId: "Devika" }, "weeks", "nextStart", "teacherId"],
      [{ weeks: "1.5", nextStart: "31.12.2026", days: "x".repeat(121) }, "weeks", "nextStart", "days"],
      [{ startTime: "24:00" }, "startTime"],
      [{ syllabus: "x\n\n".repeat(41) }, "syllabus"],
      [{ syllabus: "x".repeat(121) }, "syllabus"],
      [{ syllabus: `x\n${"x".repeat(1001)}` }, "syllabus"],
      [{ title: "", actualPrice: "", offerPrice: "" }, "title", "actualPrice", "offerPrice"],
      [{ actualPrice: "0" }, "actualPrice"],
      [{ offerPrice: "-1" }, "offerPrice"],
      [{ offerPrice: "5001" }, "offerPrice"],
      [{ actualPrice: "1.001", offerPrice: "NaN" }, "actualPrice", "offerPrice"],
      [{ groupLink: "javascript:alert(1)" }, "groupLink"],
      [{ groupLink: "http://chat.example.com" }, "groupLink"],
      [{ groupLink: "not a link" }, "groupLink"],
      [{ groupLink: `https://chat.example.com/${"x".repeat(500)}` }, "groupLink"],
      [{ description: "x".repeat(20_001), shortDescription: "x".repeat(501) }, "description", "shortDescription"],
    ],
  },
  {
    path: "/api/experts",
    label: "Expert",
    notFound: "Expert not found.",
    imageField: "images",
    name: "name",
    required: { name: "Asha" },
    defaults: {
      languages: "",
      domain: "",
      price: null,
      audioPrice: null,
      videoPrice: null,
      exp: null,
      hasHours: false,
      description: "",
      status: "offline",
      images: [],
      ...noExpertDetails,
    },
    optional: {
      languages: "Hindi, English",
      domain: "Tarot, Vastu",
      price: "20",
      audioPrice: "25.5",
      videoPrice: "30",
      exp: "12",
      description: "Listens.",
      status: "online",
    },
    filled: {
      languages: "Hindi, English",
      domain: "Tarot, Vastu",
      price: 20,
      audioPrice: 25.5,
      videoPrice: 30,
      exp: 12,
      description: "Listens.",
      status: "online",
    },
    wrong: [
      [{ topics: "x".repeat(61), sampleQuestions: "x".repeat(201) }, "topics", "sampleQuestions"],
      [{ topics: Array.from({ length: 13 }, (_, i) => `Topic ${i}`).join("\n") }, "topics"],
      [{ name: " " }, "name"],
      [{ name: "x".repeat(121), languages: "x".repeat(301), domain: "x".repeat(301) }, "name", "languages", "domain"],
      [{ status: "busy" }, "status"],
      [{ price: "0", audioPrice: "free", videoPrice: "100000.01" }, "price", "audioPrice", "videoPrice"],
      [{ exp: "1.5" }, "exp"],
      [{ exp: "-1" }, "exp"],
      [{ exp: "101" }, "exp"],
    ],
  },
  {
    path: "/api/blogs",
    label: "Blog",
    notFound: "Article not found.",
    imageField: "images",
    name: "title",
    required: { title: "Moon", content: "First line\n\n  Second <b>line</b>\nThird" },
    defaults: { content: "First line\n\n  Second <b>line</b>\nThird", images: [], ...noMentions },
    optional: {},
    filled: {},
    wrong: [
      [{ mentionedProducts: "rose quartz", mentionedCourses: `${ID},x` }, "mentionedProducts", "mentionedCourses"],
      [{ mentionedProducts: Array.from({ length: 7 }, () => randomUUID()).join() }, "mentionedProducts"],
      [{ title: "", content: " \n " }, "title", "content"],
      [{ title: "x".repeat(201), content: "x".repeat(100_001) }, "title", "content"],
      [{ content: "a\u0000b" }, "content"],
    ],
  },
];

let png: Buffer;
beforeAll(async () => {
  png = await picture();
});

afterEach<{ shop: TestShop }>(({ shop }) => expectNothingLeftOver(shop));

describe.each(kinds)(
  "$path",
  ({ path, label, notFound, imageField, name, required, defaults, optional, filled, wrong }) => {
    const good = (fields: Fields = {}) => ({ ...required, [name]: unique(required[name]), ...fields });
    const files = (count: number): SentFile[] =>
      Array.from({ length: count }, () => ({ bytes: png, field: imageField }));
    const send = (shop: TestShop, method: string, url: string, fields: Fields, sent: SentFile[] = []) =>
      shop.call(method, url, { token: shop.ownerToken, form: formOf(fields, sent) });
    const imagePaths = (item: Item) => [item[imageField]].flat().filter(Boolean);

    async function make(shop: TestShop, fields: Fields, sent: SentFile[] = []) {
      const reply = await send(shop, "POST", path, fields, sent);
      expect(reply.statusCode, reply.body).toBe(201);
      return reply.json() as Item;
    }

    test("creates a record with the required fields only", async ({ shop }) => {
      const fields = good();
      const made = await make(shop, fields);
      const createdAt = shop.clock.now().toISOString();
      const generated = { _id: expect.any(String), published: true, createdAt, version: 1 };
      expect(made).toEqual({ ...defaults, ...generated, [name]: fields[name] });
    });

    test("creates, reads, updates and deletes a record with all fields", async ({ shop }) => {
      const made = await make(shop, good(optional), files(1));
      expect(made).toMatchObject(filled);
      expect(imagePaths(made)).toHaveLength(1);
      const recordPath = `${path}/${made._id}`;
      expect((await shop.call("GET", recordPath, { token: shop.ownerToken })).json()).toEqual(made);

      const fields = good();
      const updated = await send(shop, "PUT", recordPath, fields);
      expect(updated.statusCode).toBe(200);
      const expected = { ...made, ...defaults, [name]: fields[name], [imageField]: made[imageField], version: 2 };
      expect(updated.json()).toEqual(expected);
      const replaced = (await send(shop, "PUT", recordPath, fields, files(1))).json() as Item;
      expect(imagePaths(replaced)).toHaveLength(1);
      expect(imagePaths(replaced)).not.toEqual(imagePaths(made));
      expect(imagePaths((await send(shop, "PUT", recordPath, { ...fields, keepImages: "[]" })).json())).toEqual([]);

      const deleted = await shop.call("DELETE", recordPath, { token: shop.ownerToken });
      expect([deleted.statusCode, deleted.json()]).toEqual([200, { message: `${label} deleted successfully` }]);
      expect((await shop.call("GET", recordPath)).statusCode).toBe(404);
    });

    test("reports each invalid field on create and on update", async ({ shop }) => {
      const made = await make(shop, good());
      for (const [fields, ...refused] of [...wrong, [{ published: "maybe" }, "published"] as const]) {
        expectRefused(await send(shop, "POST", path, good(fields)), ...refused);
        expectRefused(await send(shop, "PUT", `${path}/${made._id}`, good(fields)), ...refused);
      }
      expectRefused(await send(shop, "POST", path, {}), ...Object.keys(required));
      expect((await shop.call("GET", `${path}/${made._id}`, { token: shop.ownerToken })).json()).toEqual(made);
    });

    test("lists newest first, with search and pages", async ({ shop }) => {
      const word = unique("list");
      for (const i of [1, 2, 3]) {
        shop.clock.advance(1000);
        await make(shop, good({ [name]: `${word} ${i}` }));
      }
      const list = async (query: Fields) => {
        const reply = await shop.call("GET", `${path}?${new URLSearchParams(query)}`);
        return { names: reply.json().map((item: Item) => item[name]), total: reply.headers["x-total-count"] };
      };
      const names = [3, 2, 1].map((i) => `${word} ${i}`);
      expect(await list({ q: word.toUpperCase() })).toEqual({ names, total: "3" });
      expect(await list({ q: word, page: "2", limit: "2" })).toEqual({ names: names.slice(2), total: "3" });
      expect((await list({})).names.slice(0, 3)).toEqual(names);
      expectRefused(await shop.call("GET", `${path}?page=0`), "page");
    });

    test("allows writes to the owner only", async ({ shop }) => {
      const { _id } = await make(shop, good());
      const { token } = await makeCustomer(shop);
      const calls = [
        ["POST", path],
        ["PUT", `${path}/${_id}`],
        ["DELETE", `${path}/${_id}`],
      ] as const;
      for (const [method, url] of calls) {
        const form = () => (method === "DELETE" ? undefined : formOf(good(), files(1)));
        expect((await shop.call(method, url, { form: form() })).statusCode).toBe(401);
        expect((await shop.call(method, url, { form: form(), token })).statusCode).toBe(403);
      }
    });

    test("returns 404 for an unknown record", async ({ shop }) => {
      for (const id of [randomUUID(), "1"]) {
        const token = shop.ownerToken;
        const replies = [
          await shop.call("GET", `${path}/${id}`),
          await send(shop, "PUT", `${path}/${id}`, good(), files(1)),
          await shop.call("DELETE", `${path}/${id}`, { token }),
        ];
        for (const reply of replies) expect([reply.statusCode, problemOf(reply).message]).toEqual([404, notFound]);
      }
    });
  },
);
