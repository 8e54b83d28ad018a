import { readImagePath } from "../../contracts/catalogue/image-rules.ts";
import { CategoryArt } from "../art/category-art.tsx";
import type { CartLine } from "../lib/cart.ts";
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

export function NoImage() {
  return (
    <div className="flex size-full flex-col items-center justify-center gap-2 bg-sand text-ink-soft">
      <CategoryArt category="" className="h-1/3 max-h-24 stroke-[0.75] text-gold" />
      <span className="text-small">No Image</span>
    </div>
  );
}

/** `className` sets the size and `sizes` must match it. */
export function LinePicture({
  line,
  sizes,
  className,
}: {
  line: Pick<CartLine, "image">;
  sizes: string;
  className: string;
}) {
  return (
    <div className={classes("shrink-0 overflow-hidden rounded-control bg-sand", className)}>
      {line.image ? (
        <Picture path={line.image} alt="" sizes={sizes} />
      ) : (
        <CategoryArt category="" className="size-full p-3 text-gold" />
      )}
    </div>
  );
}
