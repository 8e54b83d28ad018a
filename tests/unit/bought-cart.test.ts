import { beforeEach, expect, test } from "vitest";
import { addToCart, clearCart, readLines, setQuantity } from "../../src/web/lib/cart.ts";
import { removeBought } from "../../src/web/orders/order-cart.ts";

const item = (itemId: string) => ({ itemId, itemType: "product", title: itemId, price: 100, image: "" }) as const;
const quantities = () => Object.fromEntries(readLines().map(({ itemId, qty }) => [itemId, qty]));

function fillCart(lines: Record<string, number>) {
  for (const [itemId, qty] of Object.entries(lines)) {
    addToCart(item(itemId));
    setQuantity(item(itemId), qty);
  }
}

let orderCount = 0;
function orderOf(lines: Record<string, number>) {
  orderCount += 1;
  return { _id: `order-${orderCount}`, items: Object.entries(lines).map(([id, qty]) => ({ ...item(id), qty })) };
}

beforeEach(clearCart);

test("removes the lines of a paid order from the cart", () => {
  fillCart({ ring: 2, tower: 1 });
  removeBought(orderOf({ ring: 2, tower: 1 }));
  expect(readLines()).toEqual([]);
});

test("keeps the rest of a line whose quantity was raised after the order", () => {
  fillCart({ ring: 5, tower: 1 });
  removeBought(orderOf({ ring: 2, tower: 1 }));
  expect(quantities()).toEqual({ ring: 3 });
});

test("removes a line whose quantity was lowered after the order", () => {
  fillCart({ ring: 1 });
  removeBought(orderOf({ ring: 3 }));
  expect(readLines()).toEqual([]);
});

test("keeps lines that are not in the order", () => {
  fillCart({ ring: 1, tower: 4 });
  removeBought(orderOf({ ring: 1 }));
  expect(quantities()).toEqual({ tower: 4 });
});

test("keeps a line with the same id and another type", () => {
  fillCart({ ring: 2 });
  const { _id } = orderOf({});
  removeBought({ _id, items: [{ ...item("ring"), itemType: "course", qty: 2 }] });
  expect(quantities()).toEqual({ ring: 2 });
});

test("keeps the own lines when an agent chose those of the order", () => {
  fillCart({ ring: 2 });
  removeBought({ ...orderOf({ ring: 2 }), byAgent: true });
  expect(quantities()).toEqual({ ring: 2 });
});

test("subtracts an order only once", () => {
  const order = orderOf({ ring: 2 });
  fillCart({ ring: 5 });
  removeBought(order);
  removeBought(order);
  expect(quantities()).toEqual({ ring: 3 });
});
