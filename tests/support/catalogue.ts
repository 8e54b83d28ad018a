import { expect } from "vitest";
import type { Course } from "../../src/contracts/catalogue/course.ts";
import type { Expert } from "../../src/contracts/catalogue/expert.ts";
import { formOf, unique } from "./forms.ts";
import { picture } from "./pictures.ts";
import type { TestShop } from "./test-shop.ts";

async function make<T>(shop: TestShop, path: string, fields: Record<string, string>, field?: string) {
  const files = field ? [{ bytes: await picture(), field }] : [];
  const reply = await shop.call("POST", path, { token: shop.ownerToken, form: formOf(fields, files) });
  expect(reply.statusCode, reply.body).toBe(201);
  return reply.json() as T;
}

export const makeCourse = (shop: TestShop, fields: Record<string, string> = {}, field?: string) =>
  make<Course>(
    shop,
    "/api/courses",
    { title: unique("Tarot"), actualPrice: "5000", offerPrice: "2500.50", ...fields },
    field,
  );
export const makeExpert = (shop: TestShop, fields: Record<string, string> = {}, field?: string) =>
  make<Expert>(shop, "/api/experts", { name: unique("Asha"), price: "20", ...fields }, field);
