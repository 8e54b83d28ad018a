/**
 * A stored picture is one path, `/uploads/<id>-<width>x<height>.<type>`; its smaller WebP copies follow from it by rule,
 * so no list of files has to be kept beside it.
 */
export const IMAGE_WIDTHS = [400, 800, 1600] as const;

const PATTERN = /^(.*-(\d+)x(\d+))\.(?:jpg|png|webp|avif|gif)$/;

export const webpCopyOf = (path: string, width: number) => path.replace(PATTERN, `$1-w${width}.webp`);

export function readImagePath(path: string) {
  const match = PATTERN.exec(path);
  if (!match) return undefined;
  const width = Number(match[2]);
  const height = Number(match[3]);
  const copies = IMAGE_WIDTHS.map((limit) => ({ path: webpCopyOf(path, limit), width: Math.min(limit, width) }));
  return { width, height, copies: copies.filter((copy, i) => i === 0 || copy.width > copies[i - 1]!.width) };
}

/** Stands in `keepImages` for the next of the files that are sent along, so that a new picture can come first. */
export const SENT_IMAGE = "new";
