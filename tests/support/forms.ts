import { randomUUID } from "node:crypto";
import { expect } from "vitest";
import type { Course } from "../../src/contracts/catalogue/course.ts";
import type { Expert } from "../../src/contracts/catalogue/expert.ts";
import type { Product } from "../../src/contracts/catalogue/product.ts";
import { picture } from "./pictures.ts";
import type { TestShop } from "./test-shop.ts";

/** Isolates the tests of one file, which share a database. */
export const unique = (word = "record") => `${word} ${randomUUID()}`;

export interface SentFile {
  bytes: Uint8Array | string;
  name?: string;
  type?: string;
  field?: string;
}

export function formOf(fields: Record<string, string>, files: SentFile[] = []) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  for (const { bytes, name = "photo.jpg", type = "image/jpeg", field = "images" } of files) {
    form.append(field, new File([bytes as Uint8Array<ArrayBuffer>], name, { type }));
  }
  return form;
}

export const goodProduct = (fields: Record<string, string> = {}) => ({
  title: unique("Rose quartz"),
  category: "Tumbles",
  price: "900",
  ...fields,
});

/** Creates a product as the owner; the form may be invalid. */
export const sendProduct = (shop: TestShop, fields: Record<string, string>, files: SentFile[] = []) =>
  shop.call("POST", "/api/products", { token: shop.ownerToken, form: formOf(fields, files) });

export const resendProduct = (shop: TestShop, id: string, fields: Record<string, string>, files: SentFile[] = []) =>
  shop.call("PUT", `/api/products/${id}`, { token: shop.ownerToken, form: formOf(fields, files) });

export async function makeProduct(shop: TestShop, fields: Record<string, string> = {}, files: SentFile[] = []) {
  const reply = await sendProduct(shop, goodProduct(fields), files);
  expect(reply.statusCode, reply.body).toBe(201);
  return reply.json() as Product;
}

export const problemOf = (reply: { json(): unknown }) =>
  reply.json() as { message: string; code: string; fields?: Record<string, string> };

/** Starts with a capital letter or a quotation mark and ends with a full stop. */
export const SENTENCE = /^[\p{Lu}“][^{}<>]*\.$/u;

/** Expects a 400 with a message for exactly these fields; returns the messages. */
export function expectRefused(reply: { statusCode: number; body: string; json(): unknown }, ...names: string[]) {
  expect(reply.statusCode, reply.body).toBe(400);
  const { code, message, fields = {} } = problemOf(reply);
  expect(code).toBe("bad_input");
  expect(message).toMatch(SENTENCE);
  expect(Object.keys(fields).sort()).toEqual(names.sort());
  for (const sentence of Object.values(fields)) expect(sentence).toMatch(SENTENCE);
  return fields;
}

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
