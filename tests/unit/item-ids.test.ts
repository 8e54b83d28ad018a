import { expect, test } from "vitest";
import { APPOINTMENT_MINUTES, consultationModes } from "../../src/contracts/appointments/consultation-rules.ts";
import type { ItemType } from "../../src/contracts/orders/cart-rules.ts";
import {
  expertItemId,
  type ItemParts,
  packageItemId,
  parseItem,
  variantItemId,
} from "../../src/contracts/orders/item-rules.ts";

const id = "0199a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5b";
const size = "7d1c2f00-8a35-4f6e-9d38-2f7f0d7a6b11";

/** Every form of an item's id, and ids that have the form of no item or of another kind. */
const table: [ItemType, string, Partial<ItemParts>][] = [
  ["product", id, { productId: id }],
  ["product", `${id}:${size}`, { productId: id, variantId: size }],
  ["course", id, { courseId: id }],
  ["consultancy", "Deep Dive-audio", { package: "Deep Dive", mode: "audio" }],
  ["consultancy", "Deep Dive-audio-video", { package: "Deep Dive-audio", mode: "video" }],
  ["consultancy", "A\nB-video", { package: "A\nB", mode: "video" }],
  ["consultancy", `${id}-audio`, { package: id, mode: "audio" }],
  ["consultancy", `${id}-audio-30`, { expertId: id, mode: "audio", minutes: 30 }],
  ["consultancy", `${id}-video-90`, { expertId: id, mode: "video", minutes: 90 }],
  ["product", "", {}],
  ["product", "gone", {}],
  ["product", id.toUpperCase(), {}],
  ["product", `${id}:`, {}],
  ["product", `${id}:large`, {}],
  ["product", `${id}:${size}:${size}`, {}],
  ["course", `${id}:${size}`, {}],
  ["course", `${id}-audio-30`, {}],
  ["consultancy", id, {}],
  ["consultancy", "-audio", {}],
  ["consultancy", "Deep Dive", {}],
  ["consultancy", "Deep Dive-chat", {}],
  ...["audio-45", "audio-030", "chat-30", "audio-30-30", "Audio-30"].map(
    (end): [ItemType, string, Partial<ItemParts>] => ["consultancy", `${id}-${end}`, {}],
  ),
];

const none: ItemParts = {
  productId: null,
  variantId: null,
  courseId: null,
  expertId: null,
  package: null,
  mode: null,
  minutes: null,
};

test.each(table)("reads the parts of a %s %j", (itemType, itemId, parts) => {
  expect(parseItem({ itemType, itemId })).toEqual({ ...none, ...parts });
});

test("reads every id that it builds", () => {
  const product = parseItem({ itemType: "product", itemId: variantItemId(id, size) });
  expect(product).toEqual({ ...none, productId: id, variantId: size });
  for (const mode of consultationModes) {
    const item = parseItem({ itemType: "consultancy", itemId: packageItemId("Deep Dive", mode) });
    expect(item).toEqual({ ...none, package: "Deep Dive", mode });
    for (const minutes of APPOINTMENT_MINUTES) {
      const itemId = expertItemId({ expertId: id, mode, minutes });
      expect(parseItem({ itemType: "consultancy", itemId })).toEqual({ ...none, expertId: id, mode, minutes });
    }
  }
});
