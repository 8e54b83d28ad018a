import type { ComponentProps } from "react";
import { CategoryArt } from "../art/category-art.tsx";
import { Badge } from "../ui/badge.tsx";
import { classes } from "../ui/classes.ts";
import { Picture } from "../ui/picture.tsx";

type PictureProps = Pick<ComponentProps<typeof Picture>, "alt" | "sizes" | "first" | "className">;
type PortraitProps = PictureProps & { image: string | undefined; isOnline: boolean };

/** An expert's picture with an online indicator; the status is also given as text beside it. */
export function Portrait({ image, alt, isOnline, sizes, first, className }: PortraitProps) {
  return (
    <div className={classes("relative aspect-square self-start", className)}>
      <div className="size-full overflow-hidden rounded-card bg-sand">
        {image ? (
          <Picture path={image} alt={alt} sizes={sizes} first={first} />
        ) : (
          <CategoryArt category="" className="size-full stroke-[0.75] p-[27%] text-gold" />
        )}
      </div>
      <span aria-hidden className={classes("online-dot", isOnline && "online-dot-on")} />
    </div>
  );
}

export function StatusBadge({ isOnline }: { isOnline: boolean }) {
  return <Badge tone={isOnline ? "sage" : "sand"}>{isOnline ? "Online" : "Offline"}</Badge>;
}
