import type { ReactNode } from "react";
import { NoImage, Picture } from "./picture.tsx";

interface CoverProps {
  path: string | null | undefined;
  first: boolean;
  children?: ReactNode;
}

export function Cover({ path, first, children }: CoverProps) {
  return (
    <div className="relative aspect-[16/10] overflow-hidden bg-sand">
      {path ? (
        <Picture
          path={path}
          alt=""
          sizes="(width >= 76rem) 370px, (width >= 64rem) 30vw, (width >= 40rem) 46vw, 92vw"
          first={first}
          className="transition-transform duration-300 group-hover:scale-[1.03]"
        />
      ) : (
        <NoImage />
      )}
      {children && <div className="absolute top-3 left-3 flex flex-wrap gap-1.5">{children}</div>}
    </div>
  );
}
