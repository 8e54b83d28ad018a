import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import sharp from "sharp";
import { expect, onTestFinished } from "vitest";
import { drawnPicturesByIp } from "../../src/server/discovery/limits.ts";
import { drawSharePicture } from "../../src/server/discovery/share-picture.ts";
import { createRateLimiter } from "../../src/server/platform/http/rate-limit.ts";
import { goodProduct, makeCourse, makeExpert, makeProduct, resendProduct } from "../support/forms.ts";
import { isFromCache, request } from "../support/http-clients.ts";
import { inspectImage, picture } from "../support/pictures.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { test } from "../support/test-shop.ts";

const PIECE = { brand: "Nakshatra", title: "Moonstone", price: "₹1,499", picture: undefined };

test("draws and caches a picture of each product, course and expert until the record changes", async ({
  shop,
  url,
}) => {
  const fields = goodProduct({ title: "Moonstone ring" });
  const { _id } = await makeProduct(shop, fields, [{ bytes: await picture("png", 900, 900), name: "a.png" }]);
  const address = `${url}/og/products/${_id}.jpg`;
  const first = await request(`${address}?v=1`);
  expect([first.status, first.headers]).toMatchObject([
    200,
    {
      "content-type": "image/jpeg",
      "cache-control": "public, max-age=604800",
      "cross-origin-resource-policy": "cross-origin",
      etag: expect.stringMatching(/^"/),
    },
  ]);
  expect(await inspectImage(first.body, [0.1, 0.5])).toMatchObject({ width: 1200, height: 630, colour: "red" });
  const again = await request(`${address}?v=2`);
  expect([isFromCache(again), again.body.equals(first.body)]).toEqual([true, true]);
  expect((await request(address, { "if-none-match": `${first.headers.etag}` })).status).toBe(304);

  await resendProduct(shop, _id, { ...fields, title: "Sunstone ring" });
  const renamed = await request(`${address}?v=3`);
  expect([renamed.status, renamed.body.equals(first.body)]).toEqual([200, false]);
  const sizes = JSON.stringify([{ name: "12", stock: 1, price: 100 }]);
  await resendProduct(shop, _id, { ...fields, title: "Sunstone ring", variants: sizes });
  expect((await request(address)).body.equals(renamed.body)).toBe(false);

  await resendProduct(shop, _id, { ...fields, published: "false" });
  for (const id of [_id, "01890a5d-0000-7000-8000-000000000000", "x"])
    expect((await request(`${url}/og/products/${id}.jpg`)).status, id).toBe(404);

  for (const [kind, record] of [
    ["courses", await makeCourse(shop)],
    ["experts", await makeExpert(shop)],
  ] as const) {
    const drawn = await request(`${url}/og/${kind}/${record._id}.jpg`);
    expect(await sharp(drawn.body).metadata()).toMatchObject({ width: 1200, height: 630 });
  }
});

test("draws 300 pictures in a quarter of an hour for an address; cached ones and 404 do not count", async ({
  shop,
}) => {
  const address = "203.0.113.77";
  const limiter = createRateLimiter({ ...shop, enabled: true });
  for (let drawn = 1; drawn < drawnPicturesByIp.tries; drawn += 1) await limiter.take(drawnPicturesByIp, address);
  const { _id } = await makeProduct(shop);
  const draw = async (id: string) => (await shop.call("GET", `/og/products/${id}.jpg`, { address })).statusCode;
  expect([await draw("x"), await draw(_id), await draw(_id), await draw("x")]).toEqual([404, 200, 429, 404]);
});

test("draws Hindi letters and ₹ on a machine without fonts, and no boxes for other letters", async () => {
  const hindi = { ...PIECE, title: "पाँच मुखी रुद्राक्ष ₹" };
  const [drawn, withoutTitle, other, accents] = await Promise.all([
    drawSharePicture(hindi),
    drawSharePicture({ ...PIECE, title: "" }),
    drawSharePicture({ ...PIECE, title: "月長石" }),
    drawSharePicture({ ...PIECE, title: "Mōonstone ✨" }),
  ]);
  expect(other.equals(withoutTitle)).toBe(true);
  expect(drawn.equals(withoutTitle)).toBe(false);
  expect(accents.equals(await drawSharePicture(PIECE))).toBe(true);

  const { folder, remove } = await temporaryFolder();
  onTestFinished(remove);
  const noFonts = path.join(folder, "fonts.conf");
  await writeFile(noFonts, "<fontconfig></fontconfig>");
  const module = path.resolve(import.meta.dirname, "../../src/server/discovery/share-picture.ts");
  const code = `import { drawSharePicture } from ${JSON.stringify(module)};
    process.stdout.write((await drawSharePicture(${JSON.stringify(hindi)})).toString("base64"));`;
  const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "-e", code], {
    env: { ...process.env, FONTCONFIG_PATH: "/nonexistent", FONTCONFIG_FILE: noFonts },
    maxBuffer: 10_000_000,
  });
  const pixels = (bytes: Buffer) => sharp(bytes).greyscale().raw().toBuffer();
  const [here, there] = await Promise.all([pixels(drawn), pixels(Buffer.from(stdout, "base64"))]);
  const difference = here.reduce((sum, value, index) => sum + Math.abs(value - there[index]!), 0) / here.length;
  expect(difference).toBeLessThan(0.5);
});
