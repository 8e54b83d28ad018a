import { expect } from "vitest";
import { expectRefused, goodProduct, sendProduct } from "../support/forms.ts";
import { bombs, polyglot, tenThousandFrames } from "../support/image-bombs.ts";
import { type TestShop, test } from "../support/test-shop.ts";

const MEBIBYTE = 1024 * 1024;
const MAX_MS = 1_000;
const MAX_BYTES = 300 * MEBIBYTE;

/** Uploads a file and measures CPU time, which does not depend on the load of the machine, and peak memory. */
async function sendMeasured(shop: TestShop, bytes: Buffer, name: string) {
  const before = process.memoryUsage.rss();
  let peak = before;
  const sampling = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage.rss());
  }, 5);
  const start = process.cpuUsage();
  const reply = await sendProduct(shop, goodProduct(), [{ bytes, name }]);
  const { user, system } = process.cpuUsage(start);
  const ms = (user + system) / 1_000;
  clearInterval(sampling);
  return { reply, ms, grown: Math.max(peak, process.memoryUsage.rss()) - before };
}

test.for(Object.entries(bombs))("refuses %s quickly and with little memory", async ([, make], { shop }) => {
  const { reply, ms, grown } = await sendMeasured(shop, await make(), "bomb.png");
  const { images } = expectRefused(reply, "images");
  expect(images).toContain("“bomb.png”");
  expect(ms).toBeLessThan(MAX_MS);
  expect(grown).toBeLessThan(MAX_BYTES);
});

test("decodes one frame of an animation of 10,000, quickly and with little memory", async ({ shop }) => {
  const bytes = await tenThousandFrames();
  expect(bytes.length).toBeLessThan(8 * MEBIBYTE);
  const { reply, ms, grown } = await sendMeasured(shop, bytes, "frames.gif");
  expect([201, 400]).toContain(reply.statusCode);
  expect(ms).toBeLessThan(MAX_MS);
  expect(grown).toBeLessThan(MAX_BYTES);
});

test("keeps only the picture of a file that is also an HTML page", async ({ shop }) => {
  const { reply } = await sendMeasured(shop, await polyglot(), "page.html");
  expect(reply.statusCode).toBe(201);
  const [path] = reply.json().images as string[];
  const stored = await shop.app.inject({ method: "GET", url: path! });
  expect(stored.headers).toMatchObject({ "content-type": "image/jpeg", "x-content-type-options": "nosniff" });
  expect(stored.headers["content-security-policy"]).toContain("sandbox");
  expect(stored.rawPayload.includes("<script>")).toBe(false);
});
