import { CategoryArt } from "../art/category-art.tsx";
import type { CartLine } from "../lib/cart.ts";
import { classes } from "../ui/classes.ts";
import { Picture } from "../ui/picture.tsx";

/** `className` gives the size; `sizes` says it to the browser. */
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
