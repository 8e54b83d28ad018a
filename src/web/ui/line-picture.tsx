import { CategoryArt } from "../art/category-art.tsx";
import type { CartLine } from "../lib/cart.ts";
import { classes } from "./classes.ts";
import { Picture } from "./picture.tsx";

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
