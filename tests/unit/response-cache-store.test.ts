import { expect, test } from "vitest";
import { createResponseStore } from "../../src/server/platform/response-cache/store.ts";

const MEBIBYTE = 1024 * 1024;

test("stays within its memory limit and evicts responses that were not requested recently", () => {
  const store = createResponseStore({ changes: { isListening: () => true, subscribe() {} } });
  const body = Buffer.alloc(4 * MEBIBYTE);
  const put = (key: string) => store.put(key, store.start(), { body, headers: {}, tags: [], figures: [] });
  for (let nth = 0; nth < 20; nth++) put(`/first/${nth}`);
  expect(store.size().bytes).toBeLessThanOrEqual(64 * MEBIBYTE);

  put("/popular");
  for (let nth = 0; nth < 40; nth++) {
    put(`/second/${nth}`);
    expect(store.find("/popular"), `after ${nth} others`).toBeDefined();
    expect(store.find(`/second/${nth}`)).toBeDefined();
  }
  expect(store.find("/first/19")).toBeUndefined();
  expect(store.size()).toMatchObject({ responses: 16 });
});
