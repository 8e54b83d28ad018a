import { IMAGE_WIDTHS, readImagePath, webpCopyOf } from "../../contracts/image-path.ts";
import { classes } from "./classes.ts";

interface PictureProps {
  path: string;
  alt: string;
  /** How wide it is shown, as in the `sizes` attribute. */
  sizes: string;
  /** The first picture a visitor sees: fetched at once, before everything else. */
  first?: boolean;
  className?: string;
}

/** Fills its box, whose ratio the caller fixes, so that nothing moves when the picture arrives. */
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
