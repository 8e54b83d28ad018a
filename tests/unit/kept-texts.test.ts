import { createElement } from "react";
import { preload } from "react-dom";
import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";
import { createKeptTexts } from "../../src/web/lib/kept-texts.ts";
import { Kept, KeptTexts } from "../../src/web/ui/kept.tsx";

/** A part that counts how often it is made. */
function countedPart() {
  let made = 0;
  const Part = ({ name }: { name: string }) => {
    made += 1;
    return createElement("b", null, "a ", name);
  };
  return { Part, made: () => made };
}

const list = (part: ReturnType<typeof countedPart>["Part"], names: string[]) =>
  createElement(
    "ul",
    null,
    names.map((name) => createElement(Kept<{ name: string }>, { key: name, as: "li", part, with: { name } })),
  );

test("a part is made once for what it was given, and looks as if it had been made in its place", () => {
  const { Part, made } = countedPart();
  const textOf = createKeptTexts(renderToString);
  const show = (names: string[]) => renderToString(createElement(KeptTexts, { value: textOf }, list(Part, names)));
  const asMade = renderToString(list(Part, ["rose", "<moon>"]));
  const before = made();
  expect([show(["rose", "<moon>"]), show(["rose", "<moon>"])]).toEqual([asMade, asMade]);
  expect(made() - before).toBe(2);
  // One that has changed is made anew, and its neighbour is not.
  expect(show(["rose", "sun"])).toBe(renderToString(list(Part, ["rose", "sun"])));
  expect(made() - before).toBe(2 + 1 + 2);
});

test("two components that were given the same are two parts", () => {
  const textOf = createKeptTexts(renderToString);
  const Other = ({ name }: { name: string }) => createElement("i", null, name);
  expect(textOf(countedPart().Part, { name: "rose" })).not.toBe(textOf(Other, { name: "rose" }));
});

test("a part with something for the head is made in its place, where the head can hear of it", () => {
  const textOf = createKeptTexts(renderToString);
  function Urgent() {
    preload("/first.webp", { as: "image" });
    return createElement("p");
  }
  expect(textOf(Urgent, {})).toBeUndefined();
});

test("what is kept has an end: the oldest is made again", () => {
  const { Part, made } = countedPart();
  const textOf = createKeptTexts(renderToString, 2);
  for (const name of ["rose", "moon", "sun", "moon", "sun"]) textOf(Part, { name });
  expect(made()).toBe(3);
  textOf(Part, { name: "rose" });
  expect(made()).toBe(4);
});
