import { expect, onTestFinished, test, vi } from "vitest";
import { createResponseStore, TIMED } from "../../src/server/platform/response-cache/store.ts";

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

test("a response with a timed tag is refreshed after half a minute, for visitors and for pages made of it", () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  onTestFinished(() => void vi.useRealTimers());
  vi.advanceTimersByTime(1);
  const store = createResponseStore({ changes: { isListening: () => true, subscribe() {} } });
  const put = (key: string, tags: string[]) =>
    store.put(key, store.start(), { body: Buffer.from("x"), headers: {}, tags, figures: [] });
  put("/timed", [`${TIMED}times`]);
  put("/other", ["experts"]);
  expect(store.find("/timed")?.isFresh).toBe(true);
  vi.advanceTimersByTime(28_500);
  expect([store.find("/timed")?.isFresh, store.findForPage("/timed")]).toEqual([false, undefined]);
  vi.advanceTimersByTime(1_500);
  expect(store.find("/timed")).toBeUndefined();
  expect([store.find("/other")?.isFresh, store.findForPage("/other")]).toEqual([true, expect.anything()]);
});
