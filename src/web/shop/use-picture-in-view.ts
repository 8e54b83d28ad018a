import { type UIEvent, useRef, useState } from "react";

/** A tolerance, because widths are rounded to pixels and a track may rest slightly off. */
const isAt = (position: number, index: number) => Math.abs(position - index) < 0.05;

const positionOf = (track: HTMLElement) => track.scrollLeft / track.clientWidth;

export const scrollToPicture = (track: HTMLElement | null, index: number, behavior: ScrollBehavior = "auto") =>
  track?.scrollTo({ left: index * track.clientWidth, behavior });

/** Which picture a track (a row with scroll snapping) has in view. `show` scrolls it, and so does a finger. */
export function usePictureInView(count: number) {
  const [current, setCurrent] = useState(0);
  /** Where `show` is scrolling to. Pictures on the way do not count as shown. */
  const target = useRef<number>(undefined);
  const forgetTarget = () => {
    target.current = undefined;
  };

  return {
    current,
    show(track: HTMLElement | null, index: number) {
      const next = Math.max(0, Math.min(count - 1, index));
      setCurrent(next);
      if (!track || isAt(positionOf(track), next)) return;
      target.current = next;
      scrollToPicture(track, next);
    },
    trackProps: {
      onPointerDown: forgetTarget,
      onWheel: forgetTarget,
      onScroll({ currentTarget }: UIEvent<HTMLElement>) {
        const position = positionOf(currentTarget);
        // The track has no width while the lightbox is closing.
        if (!Number.isFinite(position)) return;
        if (target.current === undefined) setCurrent(Math.round(position));
        else if (isAt(position, target.current)) forgetTarget();
      },
    },
  };
}
