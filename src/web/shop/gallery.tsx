import {
  type ComponentType,
  type KeyboardEvent,
  type MouseEvent,
  useCallback,
  useEffect,
  useRef,
  useState,
} from "react";
import type { Product } from "../../contracts/catalogue/product.ts";
import { CategoryArt } from "../art/category-art.tsx";
import { Picture } from "../ui/picture.tsx";
import type { LightboxProps } from "./lightbox.tsx";
import { scrollToPicture, usePictureInView } from "./use-picture-in-view.ts";

const loadLightbox = () => import("./lightbox.tsx");
/** Starts loading on hover or touch, before the click. A failure is handled by the click. */
const preloadLightbox = () => void loadLightbox().catch(() => {});

/**
 * A row of pictures with scroll snapping. Thumbnails and arrow keys scroll it; a click opens the lightbox. Without
 * scripts a thumbnail is a link to its picture, and a picture is a link to its file.
 */
export function Gallery({ images, title, category }: Pick<Product, "images" | "title" | "category">) {
  const track = useRef<HTMLUListElement>(null);
  const largeTrack = useRef<HTMLUListElement>(null);
  const { current, show: showIn, trackProps } = usePictureInView(images.length);
  const [Lightbox, setLightbox] = useState<ComponentType<LightboxProps>>();
  const [isLarge, setIsLarge] = useState(false);
  const close = useCallback(() => setIsLarge(false), []);
  // When the lightbox closes, show and focus the picture that was viewed last.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the lightbox closes.
  useEffect(() => {
    if (isLarge || !Lightbox) return;
    scrollToPicture(track.current, current, "instant");
    track.current?.querySelectorAll("a")[current]?.focus({ preventScroll: true });
  }, [isLarge]);

  if (images.length === 0) {
    return (
      <div className="item-gallery">
        <div className="gallery-box">
          <CategoryArt category={category} className="size-full stroke-[0.6] p-[28%] text-gold" />
        </div>
      </div>
    );
  }

  const show = (index: number) => showIn(isLarge ? largeTrack.current : track.current, index);
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (step === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    show(current + step);
  };
  const enlarge = async (event: MouseEvent<HTMLAnchorElement>) => {
    event.preventDefault();
    const { href } = event.currentTarget;
    try {
      const loaded = await loadLightbox();
      setLightbox(() => loaded.Lightbox);
      setIsLarge(true);
    } catch {
      // Offline, or the shop was updated: the link itself still shows the picture.
      window.location.assign(href);
    }
  };
  const nameOf = (index: number) => (images.length > 1 ? `${title}, view ${index + 1} of ${images.length}` : title);

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: arrow keys pressed inside, also in the lightbox, arrive here.
    <div className="item-gallery" onKeyDown={onKeyDown}>
      <ul ref={track} {...trackProps} className="gallery-box gallery-track scrollbar-none">
        {images.map((path, index) => (
          <li key={path} id={`picture-${index + 1}`} className="size-full shrink-0 snap-start scroll-mt-24">
            <a
              href={path}
              aria-label={`Enlarge ${nameOf(index)}`}
              tabIndex={index === current ? undefined : -1}
              onClick={enlarge}
              onPointerEnter={preloadLightbox}
              onFocus={preloadLightbox}
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
      {Lightbox && (
        <Lightbox
          open={isLarge}
          onClose={close}
          onShow={show}
          track={largeTrack}
          {...{ title, images, nameOf, current, trackProps }}
        />
      )}
    </div>
  );
}
