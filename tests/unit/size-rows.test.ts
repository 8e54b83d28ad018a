import { describe, expect, test } from "vitest";
import { addNames, namesIn, newRow, toField, toRows } from "../../src/web/admin/products/size-rows.ts";

describe("the names of several sizes", () => {
  test("a range, with or without words, becomes its numbers", () => {
    const nine = ["10", "11", "12", "13", "14", "15", "16", "17", "18"];
    for (const text of ["10 to 18", "10-18", "10 – 18", "Sizes 10 TO 18 "]) expect(namesIn(text), text).toEqual(nine);
  });
  test("a list becomes its names, each once", () => {
    expect(namesIn("S, M,L, M")).toEqual(["S", "M", "L"]);
    expect(namesIn("Free size")).toEqual(["Free size"]);
  });
  test("nothing, a range that falls and more than 40 sizes are refused", () => {
    for (const text of ["", " , ", "18 to 10", "1 to 41"]) expect(namesIn(text), text).toBeUndefined();
  });
});

test("added names skip those that are there; numbers are sorted, other names stay in the owner's order", () => {
  const namesOf = (rows: readonly { name: string }[]) => rows.map(({ name }) => name);
  expect(namesOf(addNames([newRow("12"), newRow("14")], ["9", "12", "13"]))).toEqual(["9", "12", "13", "14"]);
  expect(namesOf(addNames([newRow("S"), newRow("L")], ["s", "M"]))).toEqual(["S", "L", "M"]);
});

test("the field has the stock as last saved, and an offer price only with a price", () => {
  const [saved] = toRows([{ _id: "a", name: "12", stock: 3, price: 750, offerPrice: 700 }]);
  const rows = [saved!, { ...newRow("14"), offerPrice: "5" }];
  expect(JSON.parse(toField(rows, [{ _id: "a", name: "12", stock: 2 }]))).toEqual([
    { _id: "a", name: "12", stock: "3", stockWas: 2, price: "750", offerPrice: "700" },
    { ...newRow("14"), _id: expect.any(String) },
  ]);
});
