/** A stored picture is `/uploads/<id>-<width>x<height>.<type>`; the paths of its smaller WebP copies are derived from it. */
export const IMAGE_WIDTHS = [400, 800, 1600] as const;

const PATTERN = /^(.*-(\d+)x(\d+))\.(?:jpg|png|webp|avif|gif)$/;

export const webpCopyOf = (path: string, width: number) => path.replace(PATTERN, `$1-w${width}.webp`);

/** The names of an image's files in the store: the image first, then its WebP copies. */
export const filesOfImage = (path: string) =>
  [path, ...IMAGE_WIDTHS.map((width) => webpCopyOf(path, width))].map((file) => file.slice(file.lastIndexOf("/") + 1));

export function readImagePath(path: string) {
  const match = PATTERN.exec(path);
  if (!match) return undefined;
  const width = Number(match[2]);
  const height = Number(match[3]);
  const copies = IMAGE_WIDTHS.map((limit) => ({ path: webpCopyOf(path, limit), width: Math.min(limit, width) }));
  return { width, height, copies: copies.filter((copy, i) => i === 0 || copy.width > copies[i - 1]!.width) };
}

/** A placeholder in `keepImages` for the next uploaded file, so that a new picture can come first. */
export const SENT_IMAGE = "new";
