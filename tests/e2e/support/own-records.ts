import type { Blog } from "../../../src/contracts/catalogue/blog.ts";
import type { Course } from "../../../src/contracts/catalogue/course.ts";
import type { Expert } from "../../../src/contracts/catalogue/expert.ts";
import { picture } from "../../support/pictures.ts";
import { test as base, closePages, uniqueWord } from "./own-products.ts";

interface Records {
  courses: Course;
  experts: Expert;
  blogs: Blog;
}
type Kind = keyof Records;
type Fields = Record<string, string | number | boolean>;
type MakeRecord = <K extends Kind>(kind: K, fields?: Fields, pictures?: number) => Promise<Records[K]>;

const goodFields = (): Record<Kind, Fields> => ({
  courses: { title: uniqueWord(), actualPrice: 1000, offerPrice: 1000 },
  experts: { name: uniqueWord() },
  blogs: { title: uniqueWord(), content: "A few words." },
});

/** `makeRecord` creates courses, experts and blogs through the API and deletes them after the test. */
export const test = base.extend<{ makeRecord: MakeRecord }>({
  makeRecord: async ({ shop, ownerToken, browser }, use) => {
    const headers = { authorization: `Bearer ${ownerToken}` };
    const createdPaths: string[] = [];
    await use(async (kind, fields, pictures = 0) => {
      const body = new FormData();
      const all = { ...goodFields()[kind], ...fields };
      for (const [name, value] of Object.entries(all)) body.append(name, String(value));
      for (let i = 0; i < pictures; i++) {
        const file = new File([new Uint8Array(await picture("png", 320, 200 + i))], `${i}.png`);
        body.append(kind === "courses" ? "image" : "images", file);
      }
      const reply = await fetch(`${shop.url}/api/${kind}`, { method: "POST", headers, body });
      if (!reply.ok) throw new Error(`The record was refused: ${await reply.text()}`);
      const record = (await reply.json()) as Records[typeof kind];
      createdPaths.push(`${kind}/${record._id}`);
      return record;
    });
    await closePages(browser);
    await Promise.all(createdPaths.map((path) => fetch(`${shop.url}/api/${path}`, { method: "DELETE", headers })));
  },
});

export { uniqueWord };
