import { expect, test } from "vitest";
import { expertItemTitle, packageItemTitle } from "../../src/contracts/appointments/consultation-rules.ts";
import { expertItemId, packageItemId } from "../../src/contracts/orders/item-rules.ts";

const expertId = "0199a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5b";

test("ids and titles keep the form that carts and orders have stored", () => {
  expect(expertItemId({ expertId, mode: "video", minutes: 60 })).toBe(`${expertId}-video-60`);
  expect(expertItemTitle("Asha", "audio", 30)).toBe("Asha (Audio, 30 min)");
  expect(packageItemId("Deep Dive", "audio")).toBe("Deep Dive-audio");
  expect(packageItemTitle("Deep Dive", "video")).toBe("Deep Dive (Video)");
});
