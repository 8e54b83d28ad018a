import { IMAGE_WIDTHS, readImagePath, webpCopyOf } from "../../contracts/image-path.ts";
import { classes } from "./classes.ts";

interface PictureProps {
  path: string;
  alt: string;
  /** The `sizes` attribute. */
  sizes: string;
  /** Above the fold: loaded eagerly with high priority. */
  first?: boolean;
  className?: string;
}

/** Fills its box. The caller sets the aspect ratio, so that loading shifts nothing. */
export function Picture({ path, alt, sizes, first, className }: PictureProps) {
  const stored = readImagePath(path);
  return (
    <img
      src={stored ? webpCopyOf(path, IMAGE_WIDTHS[1]) : path}
      srcSet={stored?.copies.map((copy) => `${copy.path} ${copy.width}w`).join(", ")}
      sizes={stored ? sizes : undefined}
      width={stored?.width}
      height={stored?.height}
      alt={alt}
      loading={first ? "eager" : "lazy"}
      fetchPriority={first ? "high" : undefined}
      decoding={first ? "sync" : "async"}
      className={classes("size-full object-cover", className)}
    />
  );
}
