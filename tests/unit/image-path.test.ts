import { expect, test } from "vitest";
import { allFilesOfImage, filesOfImage, readImagePath, webpCopyOf } from "../../src/contracts/catalogue/image-rules.ts";

const stem = "/uploads/01990000-0000-7000-8000-000000000000";

test("reads the picture's size and copies from its path", () => {
  expect(readImagePath(`${stem}-2400x1200.jpg`)).toEqual({
    width: 2400,
    height: 1200,
    copies: [
      { path: `${stem}-2400x1200-w400.webp`, width: 400 },
      { path: `${stem}-2400x1200-w800.webp`, width: 800 },
      { path: `${stem}-2400x1200-w1600.webp`, width: 1600 },
    ],
  });
});

test("lists no copies larger than the picture", () => {
  const widths = (path: string) => readImagePath(path)?.copies.map((copy) => copy.width);
  expect(widths(`${stem}-300x900.png`)).toEqual([300]);
  expect(widths(`${stem}-400x400.gif`)).toEqual([400]);
  expect(widths(`${stem}-401x10.avif`)).toEqual([400, 401]);
  expect(widths(`${stem}-1000x10.webp`)).toEqual([400, 800, 1000]);
});

test.each(["", "photo.jpg", `${stem}-10x10.svg`, `${stem}-10x.jpg`, `${stem}-axb.png`, `${stem}-10x10`, "/logo.png"])(
  "returns undefined for a path that is not a stored picture: %j",
  (path) => expect(readImagePath(path)).toBeUndefined(),
);

test("derives WebP copies for every type", () => {
  const names = ["jpg", "png", "webp", "avif", "gif"].map((type) => webpCopyOf(`${stem}-10x20.${type}`, 400));
  expect(new Set(names)).toEqual(new Set([`${stem}-10x20-w400.webp`]));
  expect(webpCopyOf("/logo.svg", 400)).toBe("/logo.svg");
});

test("a WebP or AVIF picture needs no copy in its own width", () => {
  const paths = (path: string) => readImagePath(path)?.copies.map((copy) => copy.path.slice(stem.length));
  expect(paths(`${stem}-1400x1400.avif`)).toEqual(["-1400x1400-w400.webp", "-1400x1400-w800.webp", "-1400x1400.avif"]);
  expect(paths(`${stem}-300x300.webp`)).toEqual(["-300x300.webp"]);
  expect(paths(`${stem}-1400x900.png`)?.at(-1)).toBe("-1400x900-w1600.webp");
  expect(paths(`${stem}-2400x900.avif`)?.at(-1)).toBe("-2400x900-w1600.webp");
  expect(filesOfImage("/uploads/a-1400x9.avif")).toEqual(["a-1400x9.avif", "a-1400x9-w400.webp", "a-1400x9-w800.webp"]);
  expect(allFilesOfImage("/uploads/a-1400x9.avif")).toContain("a-1400x9-w1600.webp");
});
