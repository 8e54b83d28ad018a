import { Picture } from "../../ui/picture.tsx";

const MAX_SHOWN = 3;

export function Thumbnails({ images }: { images: readonly string[] }) {
  return (
    <div className="thumbnails">
      {images.slice(0, MAX_SHOWN).map((path) => (
        <div key={path} className="size-10 overflow-hidden rounded-[6px] border border-line bg-sand">
          <Picture path={path} alt="" sizes="40px" />
        </div>
      ))}
      {images.length > MAX_SHOWN && <span className="text-small text-ink-soft">+{images.length - MAX_SHOWN}</span>}
      {images.length === 0 && <span className="text-small text-ink-soft">None</span>}
    </div>
  );
}
