import { expect } from "vitest";
import { expectRefused, goodProduct, sendProduct } from "../support/forms.ts";
import { bombs, polyglot, tenThousandFrames } from "../support/image-bombs.ts";
import { type TestShop, test } from "../support/test-shop.ts";

const MEBIBYTE = 1024 * 1024;
const MOST_MS = 1_000;
const MOST_BYTES = 300 * MEBIBYTE;

/**
 * Sends a file as a product's picture; tells what it took of the processor, which a busy machine does not change, and what
 * memory it took at most.
 */
async function sendMeasured(shop: TestShop, bytes: Buffer, name: string) {
  const before = process.memoryUsage.rss();
  let most = before;
  const watching = setInterval(() => {
    most = Math.max(most, process.memoryUsage.rss());
  }, 5);
  const start = process.cpuUsage();
  const reply = await sendProduct(shop, goodProduct(), [{ bytes, name }]);
  const { user, system } = process.cpuUsage(start);
  const ms = (user + system) / 1_000;
  clearInterval(watching);
  return { reply, ms, grown: Math.max(most, process.memoryUsage.rss()) - before };
}

test.for(Object.entries(bombs))(
  "%s is refused by its name, at once and in little memory",
  async ([, make], { shop }) => {
    const { reply, ms, grown } = await sendMeasured(shop, await make(), "bomb.png");
    const { images } = expectRefused(reply, "images");
    expect(images).toContain("“bomb.png”");
    expect(ms).toBeLessThan(MOST_MS);
    expect(grown).toBeLessThan(MOST_BYTES);
  },
);

test("of an animation of ten thousand frames one picture is taken, at once and in little memory", async ({ shop }) => {
  const bytes = await tenThousandFrames();
  expect(bytes.length).toBeLessThan(8 * MEBIBYTE);
  const { reply, ms, grown } = await sendMeasured(shop, bytes, "frames.gif");
  expect([201, 400]).toContain(reply.statusCode);
  expect(ms).toBeLessThan(MOST_MS);
  expect(grown).toBeLessThan(MOST_BYTES);
});

test("of a file that is a picture and a page at once only the picture is kept", async ({ shop }) => {
  const { reply } = await sendMeasured(shop, await polyglot(), "page.html");
  expect(reply.statusCode).toBe(201);
  const [path] = reply.json().images as string[];
  const stored = await shop.app.inject({ method: "GET", url: path! });
  expect(stored.headers).toMatchObject({ "content-type": "image/jpeg", "x-content-type-options": "nosniff" });
  expect(stored.headers["content-security-policy"]).toContain("sandbox");
  expect(stored.rawPayload.includes("<script>")).toBe(false);
});
