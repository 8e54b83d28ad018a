/** A stored picture is `/uploads/<id>-<width>x<height>.<type>`; the paths of its smaller WebP copies are derived from it. */
const IMAGE_WIDTHS = [400, 800, 1600] as const;

const PATTERN = /^(.*-(\d+)x(\d+))\.(jpg|png|webp|avif|gif)$/;

export const webpCopyOf = (path: string, width: number) => path.replace(PATTERN, `$1-w${width}.webp`);

/** The widths of a picture's WebP copies. WebP and AVIF need no copy in full width, because the files are small. */
export function copyWidths(path: string) {
  const [, , width, , type = ""] = PATTERN.exec(path) ?? [];
  return ["webp", "avif"].includes(type) ? IMAGE_WIDTHS.filter((limit) => limit < Number(width)) : IMAGE_WIDTHS;
}

const fileNames = (path: string, widths: readonly number[]) =>
  [path, ...widths.map((width) => webpCopyOf(path, width))].map((file) => file.slice(file.lastIndexOf("/") + 1));

/** The names of an image's files in the store: the image first, then its WebP copies. */
export const filesOfImage = (path: string) => fileNames(path, copyWidths(path));

/** All files that an image may have: earlier versions also stored copies in the full width of WebP and AVIF. */
export const allFilesOfImage = (path: string) => fileNames(path, IMAGE_WIDTHS);

/** `copies` are for `srcset`, the smallest first. */
export function readImagePath(path: string) {
  const match = PATTERN.exec(path);
  if (!match) return undefined;
  const width = Number(match[2]);
  const height = Number(match[3]);
  const stored = copyWidths(path).map((limit) => ({ path: webpCopyOf(path, limit), width: Math.min(limit, width) }));
  const copies = stored.length < IMAGE_WIDTHS.length ? [...stored, { path, width }] : stored;
  return { width, height, copies: copies.filter((copy, i) => i === 0 || copy.width > copies[i - 1]!.width) };
}

/** Messengers and shopping feeds take no AVIF: they get the largest WebP copy. */
export function withoutAvif(image: string) {
  const copies = image.endsWith(".avif") ? readImagePath(image)?.copies : undefined;
  return copies?.findLast(({ path }) => path !== image)?.path ?? image;
}

/** A placeholder in `keepImages` for the next uploaded file, so that a new picture can come first. */
export const SENT_IMAGE = "new";

/** Limits of one upload form. The browser checks them before it sends. */
export const MAX_UPLOAD_FILES = 8;
export const MAX_UPLOAD_BYTES = 8 * 1024 * 1024;

export const MAX_IMAGES = { product: 20, course: 1, expert: 8, blog: 20 } as const;
