import sharp from "sharp";
import { afterEach, expect } from "vitest";
import { readImagePath, webpCopyOf } from "../../src/contracts/catalogue/image-rules.ts";
import { expectRefused, goodProduct, makeProduct, SENTENCE, type SentFile, sendProduct } from "../support/forms.ts";
import { hugePng, inspectImage, phonePhoto, picture, twoColours } from "../support/pictures.ts";
import { expectNothingLeftOver } from "../support/stored-files.ts";
import { type TestShop, test } from "../support/test-shop.ts";

afterEach<{ shop: TestShop }>(({ shop }) => expectNothingLeftOver(shop));

async function store(shop: TestShop, file: SentFile) {
  const { images } = await makeProduct(shop, {}, [file]);
  expect(images).toHaveLength(1);
  return images[0]!;
}

async function fetchFile(shop: TestShop, path: string) {
  const reply = await shop.call("GET", path);
  expect(reply.statusCode, path).toBe(200);
  return { bytes: reply.rawPayload, headers: reply.headers };
}

/** Sends a file that must be refused; returns the error message. */
async function refuse(shop: TestShop, file: SentFile) {
  return expectRefused(await sendProduct(shop, goodProduct(), [file]), "images").images!;
}

test.for([
  ["jpeg", "jpg", "image/jpeg"],
  ["png", "png", "image/png"],
  ["webp", "webp", "image/webp"],
  ["avif", "avif", "image/avif"],
  ["gif", "gif", "image/gif"],
] as const)(
  "detects a %s by its bytes and ignores its name and declared type",
  async ([format, ending, type], { shop }) => {
    const bytes = await picture(format, 120, 80);
    for (const name of [`photo.${ending}`, "photo.html", "photo", "../../photo.svg"]) {
      const path = await store(shop, { bytes, name, type: "text/html" });
      expect(path).toMatch(new RegExp(`^/uploads/[0-9a-f-]{36}-120x80\\.${ending}$`));
      const { bytes: served, headers } = await fetchFile(shop, path);
      expect(headers["content-type"]).toBe(type);
      const found = { format: format === "avif" ? "heif" : format, width: 120, height: 80 };
      expect(await inspectImage(served, [0.2, 0.5])).toMatchObject({ ...found, colour: "red" });
    }
  },
);

test("serves pictures as immutable, with nosniff and a strict policy", async ({ shop }) => {
  const path = await store(shop, { bytes: await picture() });
  for (const file of [path, webpCopyOf(path, 400)]) {
    const { headers } = await fetchFile(shop, file);
    expect(headers["cache-control"]).toBe("public, max-age=31536000, immutable");
    expect(headers["x-content-type-options"]).toBe("nosniff");
    expect(headers["content-security-policy"]).toContain("default-src 'none'");
  }
});

test("makes copies in three widths and limits the original to 2400 pixels", async ({ shop }) => {
  const path = await store(shop, { bytes: await picture("jpeg", 3000, 1500) });
  expect(path).toContain("-2400x1200.jpg");
  expect(await inspectImage((await fetchFile(shop, path)).bytes)).toMatchObject({ width: 2400, height: 1200 });
  expect(readImagePath(path)?.copies.map((copy) => copy.width)).toEqual([400, 800, 1600]);
  for (const width of [400, 800, 1600]) {
    const { bytes, headers } = await fetchFile(shop, webpCopyOf(path, width));
    expect(headers["content-type"]).toBe("image/webp");
    expect(await inspectImage(bytes, [0.2, 0.5])).toMatchObject({
      format: "webp",
      width,
      height: width / 2,
      colour: "red",
    });
  }
});

test("never enlarges a small picture", async ({ shop }) => {
  for (const [width, height, widths] of [
    [500, 300, [400, 500, 500]],
    [90, 2000, [90, 90, 90]],
    [1, 1, [1, 1, 1]],
  ] as const) {
    const path = await store(shop, { bytes: await picture("png", Math.max(width, 2), height) });
    const own = Math.max(width, 2);
    expect(path).toContain(`-${own}x${height}.png`);
    for (const [i, limit] of [400, 800, 1600].entries()) {
      const { bytes } = await fetchFile(shop, webpCopyOf(path, limit));
      expect((await inspectImage(bytes)).width).toBe(Math.max(widths[i]!, 2));
    }
  }
});

test("rotates a phone photo and removes its location", async ({ shop }) => {
  const bytes = await phonePhoto();
  expect(await inspectImage(bytes)).toMatchObject({ orientation: 6, exif: expect.any(Buffer) });
  const path = await store(shop, { bytes });
  expect(path).toContain("-300x600.jpg");
  for (const file of [path, webpCopyOf(path, 400)]) {
    const { bytes: served } = await fetchFile(shop, file);
    expect(served.includes("SecretPhone")).toBe(false);
    const info = await inspectImage(served, [0.5, 0.2]);
    expect(info).toMatchObject({ width: 300, height: 600, colour: "red" });
    expect([info.exif, info.xmp, info.iptc]).toEqual([undefined, undefined, undefined]);
  }
});

test("removes hidden content from pictures", async ({ shop }) => {
  const payload = "<script>alert('polyglot')</script>";
  const jpeg = await picture("jpeg");
  const commented = await twoColours(60, 40)
    .webp()
    .withXmp(`<x:xmpmeta xmlns:x="adobe:ns:meta/">${payload}</x:xmpmeta>`)
    .toBuffer();
  expect(commented.includes("polyglot")).toBe(true);
  for (const bytes of [Buffer.concat([jpeg, Buffer.from(payload)]), commented]) {
    const path = await store(shop, { bytes, name: "polyglot.html" });
    for (const { path: file } of [{ path }, ...readImagePath(path)!.copies]) {
      expect((await fetchFile(shop, file)).bytes.includes("polyglot")).toBe(false);
    }
  }
});

test("converts transparent, grey, 16-bit and CMYK pictures", async ({ shop }) => {
  const background = { r: 255, g: 0, b: 0, alpha: 0.5 };
  const glass = sharp({ create: { width: 60, height: 40, channels: 4, background } });
  const clear = await store(shop, { bytes: await glass.png().toBuffer() });
  for (const file of [clear, webpCopyOf(clear, 400)]) {
    expect((await inspectImage((await fetchFile(shop, file)).bytes)).hasAlpha).toBe(true);
  }
  const deep = await twoColours(60, 40).toColourspace("rgb16").png().toBuffer();
  const printed = await twoColours(60, 40).toColourspace("cmyk").jpeg().toBuffer();
  const grey = await twoColours(60, 40).greyscale().jpeg().toBuffer();
  expect([(await inspectImage(deep)).depth, (await inspectImage(printed)).space]).toEqual(["ushort", "cmyk"]);
  const path = await store(shop, { bytes: deep });
  expect(await inspectImage((await fetchFile(shop, path)).bytes, [0.2, 0.5])).toMatchObject({
    depth: "uchar",
    colour: "red",
  });
  for (const bytes of [printed, grey]) {
    expect((await inspectImage((await fetchFile(shop, await store(shop, { bytes }))).bytes)).space).toMatch(/srgb|b-w/);
  }
});

test("refuses files that are no pictures, naming them", async ({ shop }) => {
  const others = {
    "drawing.svg": '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>',
    "page.jpg": "<!doctype html><script>alert(1)</script>",
    "words.png": "just words",
    "empty.gif": "",
    "noise.webp": Buffer.from(Array.from({ length: 4096 }, (_, i) => (i * 7919 + 13) % 251)),
    "scan.jpg": "%PDF-1.7",
    "old.jpg": Buffer.from("BM      "),
  };
  for (const [name, bytes] of Object.entries(others)) {
    expect(await refuse(shop, { bytes, name })).toBe(`“${name}” is not a JPEG, PNG, WebP, AVIF or GIF picture.`);
  }
});

test("refuses truncated and damaged pictures, naming them", async ({ shop }) => {
  for (const format of ["jpeg", "png", "webp", "avif", "gif"] as const) {
    const bytes = await picture(format, 400, 300);
    const half = bytes.subarray(0, Math.floor(bytes.length / 2));
    const name = `half.${format}`;
    expect(await refuse(shop, { bytes: half, name })).toBe(`“${name}” is damaged and cannot be read as a picture.`);
    expect(await refuse(shop, { bytes: bytes.subarray(0, 16), name })).toContain("is damaged");
  }
});

test("shows only the base name of a file, shortened", async ({ shop }) => {
  expect(await refuse(shop, { bytes: "x", name: "C:\\Users\\me\\secret\\photo.jpg" })).toMatch(/^“photo.jpg” /);
  expect(await refuse(shop, { bytes: "x", name: "/home/me/photo.jpg" })).toMatch(/^“photo.jpg” /);
  expect((await refuse(shop, { bytes: "x", name: "n".repeat(500) })).length).toBeLessThan(200);
});

test("refuses more than 50 megapixels before decoding", async ({ shop }) => {
  for (const [width, height] of [
    [50_001, 1000],
    [60_000, 60_000],
    [2_000_000_000, 1],
  ] as const) {
    const bytes = hugePng(width, height);
    expect(bytes.length).toBeLessThan(100_000);
    expect(await refuse(shop, { bytes, name: "bomb.png" })).toMatch(/^“bomb.png” (has too many pixels|is damaged)/);
  }
  expect(await refuse(shop, { bytes: hugePng(50_001, 1000), name: "bomb.png" })).toBe(
    "“bomb.png” has too many pixels.",
  );
});

test("returns 413 for a file of more than 8 MiB", async ({ shop }) => {
  const bytes = Buffer.concat([await picture("jpeg"), Buffer.alloc(8 * 1024 * 1024)]);
  const reply = await sendProduct(shop, goodProduct(), [{ bytes, name: "huge.jpg" }]);
  expect(reply.statusCode).toBe(413);
  const message = "“huge.jpg” is larger than 8 MB.";
  expect(reply.json()).toEqual({ code: "too_large", message, fields: { images: message } });
  await store(shop, { bytes: bytes.subarray(0, 8 * 1024 * 1024) });
});

test("serves only stored pictures under /uploads", async ({ shop }) => {
  const path = await store(shop, { bytes: await picture() });
  const name = path.slice("/uploads/".length);
  const wrong = [
    "/uploads/",
    "/uploads",
    "/uploads/nothing.jpg",
    "/uploads/../jwt-secret",
    "/uploads/%2e%2e/jwt-secret",
    "/uploads/..%2fjwt-secret",
    "/uploads/%2e%2e%2fjwt-secret",
    "/uploads/..%5cjwt-secret",
    "/uploads/%252e%252e/jwt-secret",
    "/uploads//etc/passwd",
    `/uploads/./x/../${name}.part`,
    `${path}.part`,
    `${path}%00.html`,
    `${path}/`,
    path.replace(".png", ".html"),
    path.replace(".png", ".svg"),
    "/uploads/.htaccess",
  ];
  for (const address of wrong) {
    const reply = await shop.app.inject({ method: "GET", url: address });
    expect([400, 404], address).toContain(reply.statusCode);
    expect(reply.json()).toEqual({ code: expect.any(String), message: expect.stringMatching(SENTENCE) });
  }
  expect((await shop.call("HEAD", path)).statusCode).toBe(200);
});
