import { type KeyboardEvent, useCallback, useRef, useState } from "react";
import { CategoryArt } from "../art/category-art.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Picture } from "../ui/picture.tsx";

interface GalleryProps {
  images: string[];
  title: string;
  category: string;
}

/** On small screens the enlarged picture is wider than its box and can be panned. */
const scrollToMiddle = (box: HTMLElement | null) => {
  if (box) box.scrollLeft = (box.scrollWidth - box.clientWidth) / 2;
};

/**
 * A row of pictures with scroll snapping. Thumbnails and arrow keys scroll it; a click enlarges the picture. Without
 * scripts a thumbnail is a link to its picture, and a picture is a link to its file.
 */
export function Gallery({ images, title, category }: GalleryProps) {
  const track = useRef<HTMLUListElement>(null);
  const [current, setCurrent] = useState(0);
  const [zoomed, setZoomed] = useState(false);
  const closeZoom = useCallback(() => setZoomed(false), []);

  if (images.length === 0) {
    return (
      <div className="product-gallery">
        <div className="gallery-box">
          <CategoryArt category={category} className="size-full stroke-[0.6] p-[28%] text-gold" />
        </div>
      </div>
    );
  }

  const show = (index: number) => {
    const target = Math.max(0, Math.min(images.length - 1, index));
    setCurrent(target);
    track.current?.scrollTo({ left: target * track.current.clientWidth });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    show(current + step);
  };
  const nameOf = (index: number) => (images.length > 1 ? `${title}, view ${index + 1} of ${images.length}` : title);

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: arrow keys pressed on the links inside arrive here.
    <div className="product-gallery" onKeyDown={onKeyDown}>
      <ul
        ref={track}
        onScroll={({ currentTarget: { scrollLeft, clientWidth } }) => setCurrent(Math.round(scrollLeft / clientWidth))}
        className="gallery-box gallery-track scrollbar-none"
      >
        {images.map((path, index) => (
          <li key={path} id={`picture-${index + 1}`} className="size-full shrink-0 snap-start scroll-mt-24">
            <a
              href={path}
              aria-label={`Enlarge ${nameOf(index)}`}
              tabIndex={index === current ? undefined : -1}
              onClick={(event) => {
                event.preventDefault();
                setZoomed(true);
              }}
              className="block size-full cursor-zoom-in focus-visible:-outline-offset-4"
            >
              <Picture path={path} alt={nameOf(index)} sizes="(width >= 64rem) 560px, 92vw" first={index === 0} />
            </a>
          </li>
        ))}
      </ul>
      {images.length > 1 && (
        <ul className="mt-3 flex gap-2.5 overflow-x-auto p-0.5">
          {images.map((path, index) => (
            <li key={path}>
              <a
                href={`#picture-${index + 1}`}
                aria-label={`View ${index + 1} of ${images.length}`}
                aria-current={index === current ? "true" : undefined}
                onClick={(event) => {
                  event.preventDefault();
                  show(index);
                }}
                className="gallery-thumb"
              >
                <Picture path={path} alt="" sizes="80px" />
              </a>
            </li>
          ))}
        </ul>
      )}
      <Dialog open={zoomed} onClose={closeZoom} title={title} look="view">
        {/* biome-ignore lint/a11y/noStaticElementInteractions: a tap anywhere on the picture closes it. */}
        {/* biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard has Escape. */}
        <div ref={scrollToMiddle} onClick={closeZoom} className="min-h-0 grow cursor-zoom-out overflow-auto pb-4">
          {zoomed && <Picture path={images[current]!} alt={nameOf(current)} sizes="200vw" className="zoomed-picture" />}
        </div>
      </Dialog>
    </div>
  );
}
