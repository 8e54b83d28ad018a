import { expect, test } from "vitest";
import { createRefusalWindow } from "../../src/server/platform/http/load-gate.ts";

/** Plays seconds of `served/refused` requests; returns for each whether the window is refusing after it. */
function play(seconds: string) {
  let time = 0;
  const window = createRefusalWindow(() => time);
  return seconds.split(" ").map((second) => {
    time += 1000;
    const [served = 0, refused = 0] = second.split("/").map(Number);
    for (let n = 0; n < served; n++) window.count("served");
    for (let n = 0; n < refused; n++) window.count("refused");
    return window.isRefusing();
  });
}

test("one burst of refusals is not an outage", () => {
  expect(play("256/9000 0/9 0/0 0/0")).toEqual([false, false, false, false]);
});

test("refusals in three of five seconds are an outage, if they are more than the served requests", () => {
  expect(play("1/2 1/2 1/2")).toEqual([false, false, true]);
  expect(play("2/1 2/1 2/1")).toEqual([false, false, false]);
  expect(play("0/1 0/0 0/1 0/0 0/1").at(-1)).toBe(true);
});

test("the outage ends when requests are served again, or when there are no requests", () => {
  expect(play("0/5 0/5 0/5 20/0").slice(2)).toEqual([true, false]);
  expect(play("0/5 0/5 0/5 0/0 0/0 0/0").slice(2)).toEqual([true, true, true, false]);
});
