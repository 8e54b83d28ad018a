import { expect, test } from "vitest";
import { createResponseStore } from "../../src/server/platform/response-cache/store.ts";

const MEBIBYTE = 1024 * 1024;

test("what is kept stays within its bytes, and what people ask for stays longest", () => {
  const changes = { isHearing: () => true, on() {} };
  const cache = createResponseStore({ changes });
  const body = Buffer.alloc(4 * MEBIBYTE);
  const keep = (key: string) => cache.keep(key, cache.moment(), { body, headers: {}, tags: [] });
  for (let nth = 0; nth < 20; nth++) keep(`/first/${nth}`);
  expect(cache.size().bytes).toBeLessThanOrEqual(64 * MEBIBYTE);

  keep("/loved");
  for (let nth = 0; nth < 40; nth++) {
    keep(`/second/${nth}`);
    expect(cache.find("/loved"), `after ${nth} others`).toBeDefined();
    expect(cache.find(`/second/${nth}`)).toBeDefined();
  }
  expect(cache.find("/first/19")).toBeUndefined();
  expect(cache.size()).toMatchObject({ answers: 15 });
});
