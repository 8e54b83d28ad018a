import { expect, test } from "vitest";
import { parseCart } from "../../src/web/lib/cart.ts";

const line = { itemId: "a", itemType: "course", title: "A course", price: 10, image: "", qty: 2 };

test.each([
  ["nothing", null],
  ["no JSON", "{oops"],
  ["no list", '{"a":1}'],
  ["a list of numbers", "[1,2]"],
  ["a list of nothing", "[null]"],
  ["a line without an item", '[{"qty":5}]'],
  ["an unknown type", JSON.stringify([{ ...line, itemType: "spell" }])],
  ["a negative price", JSON.stringify([{ ...line, price: -1 }])],
  ["half a piece", JSON.stringify([{ ...line, qty: 0.5 }])],
])("%s counts as an empty cart", (_, stored) => expect(parseCart(stored)).toEqual([]));

test("a valid line beside damaged ones is kept", () => {
  expect(parseCart(JSON.stringify([7, { ...line, itemId: "b", qty: "2" }, line]))).toEqual([line]);
});

test("a line that is stored twice is read once", () => {
  expect(parseCart(JSON.stringify([line, { ...line, qty: 3 }]))).toEqual([{ ...line, qty: 3 }]);
});
