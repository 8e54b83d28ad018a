import { Picture } from "../../ui/picture.tsx";

const MOST = 3;

export function Thumbnails({ images }: { images: readonly string[] }) {
  return (
    <div className="inline-flex items-center gap-1">
      {images.slice(0, MOST).map((path) => (
        <div key={path} className="size-10 overflow-hidden rounded-[6px] border border-line bg-sand">
          <Picture path={path} alt="" sizes="40px" />
        </div>
      ))}
      {images.length > MOST && <span className="text-small text-ink-soft">+{images.length - MOST}</span>}
      {images.length === 0 && <span className="text-small text-ink-soft">None</span>}
    </div>
  );
}
