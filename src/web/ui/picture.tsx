import { readImagePath } from "../../contracts/catalogue/image-rules.ts";
import { classes } from "./classes.ts";

interface PictureProps {
  path: string;
  alt: string;
  sizes: string;
  /** Above the fold: loaded eagerly with high priority. */
  first?: boolean;
  /** cover (default): fills the box and is cropped; contain: the whole picture. */
  fit?: "cover" | "contain";
  className?: string;
}

/** For browsers without `srcset`. */
const FALLBACK_WIDTH = 800;

/** Fills its box. The caller sets the aspect ratio, so that loading shifts nothing. */
export function Picture({ path, alt, sizes, first, fit = "cover", className }: PictureProps) {
  const stored = readImagePath(path);
  return (
    <img
      src={stored?.copies.findLast(({ width }) => width <= FALLBACK_WIDTH)?.path ?? path}
      srcSet={stored?.copies.map((copy) => `${copy.path} ${copy.width}w`).join(", ")}
      sizes={stored ? sizes : undefined}
      width={stored?.width}
      height={stored?.height}
      alt={alt}
      loading={first ? "eager" : "lazy"}
      fetchPriority={first ? "high" : undefined}
      decoding={first ? "sync" : "async"}
      className={classes("size-full", fit === "cover" ? "object-cover" : "object-contain", className)}
    />
  );
}
