import { type ComponentProps, type RefObject, useEffect } from "react";
import { IconButton } from "../ui/button.tsx";
import { classes } from "../ui/classes.ts";
import { Dialog } from "../ui/dialog.tsx";
import { Icon } from "../ui/icon.tsx";
import { Picture } from "../ui/picture.tsx";
import { scrollToPicture } from "./use-picture-in-view.ts";

export interface LightboxProps {
  open: boolean;
  onClose: () => void;
  title: string;
  images: string[];
  nameOf: (index: number) => string;
  current: number;
  onShow: (index: number) => void;
  track: RefObject<HTMLUListElement | null>;
  trackProps: ComponentProps<"ul">;
}

const arrows = [
  { label: "Previous picture", icon: "chevron-left", step: -1 },
  { label: "Next picture", icon: "chevron-right", step: 1 },
] as const;

/** A product's pictures in full screen, each scaled to fit. A separate chunk, loaded on demand. */
export function Lightbox({ open, onClose, title, images, nameOf, current, onShow, track, trackProps }: LightboxProps) {
  const count = images.length;
  // The track has no width before the dialog is open. Later changes of `current` scroll the track themselves.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only opening it jumps to the current picture.
  useEffect(() => {
    if (open) scrollToPicture(track.current, current, "instant");
  }, [open]);

  return (
    <Dialog open={open} onClose={onClose} title={title} look="view">
      <div className="relative min-h-0 grow">
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by keyboard. */}
        <ul ref={track} {...trackProps} tabIndex={0} className="gallery-track scrollbar-none size-full">
          {images.map((path, index) => (
            <li key={path} className="size-full shrink-0 snap-start">
              <Picture path={path} alt={nameOf(index)} sizes="100vw" fit="contain" />
            </li>
          ))}
        </ul>
        {count > 1 &&
          arrows.map(({ label, icon, step }) => (
            <IconButton
              key={icon}
              label={label}
              // Not `disabled`: a focused button would lose the focus at the last picture.
              aria-disabled={images[current + step] === undefined}
              onClick={() => onShow(current + step)}
              className={classes(
                "absolute top-[calc(50%-1.5rem)] size-[3rem] bg-night-deep/70 text-ivory hover:bg-night aria-disabled:cursor-default aria-disabled:opacity-35",
                icon === "chevron-left" ? "left-2" : "right-2",
              )}
            >
              <Icon name={icon} size={28} />
            </IconButton>
          ))}
      </div>
      {count > 1 && (
        <div className="flex flex-col items-center gap-2 px-4 pt-3 pb-[calc(1rem+env(safe-area-inset-bottom))]">
          <p role="status">
            {current + 1} / {count}
          </p>
          <ul className="flex max-w-full gap-2.5 overflow-x-auto p-1">
            {images.map((path, index) => (
              <li key={path}>
                <button
                  type="button"
                  aria-label={`View ${index + 1} of ${count}`}
                  aria-current={index === current ? "true" : undefined}
                  onClick={() => onShow(index)}
                  className="gallery-thumb"
                >
                  <Picture path={path} alt="" sizes="80px" />
                </button>
              </li>
            ))}
          </ul>
        </div>
      )}
    </Dialog>
  );
}
