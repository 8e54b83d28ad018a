import { useIsPreview, useShop } from "../lib/site.ts";
import { Link } from "../ui/link.tsx";

/** The owner's line above the header. */
export function Announcement() {
  const { text, link } = useShop().announcement;
  const isPreview = useIsPreview();
  return (
    <>
      {isPreview && (
        <p role="status" className="bg-gold-bright px-4 py-2.5 text-center text-small font-semibold">
          Preview: visitors do not see this yet.
        </p>
      )}
      {text && (
        <aside aria-label="Announcement" className="on-night bg-night px-4 text-center text-small text-ivory">
          {link ? (
            <Link to={link} className="flex min-h-11 items-center justify-center underline underline-offset-4">
              {text}
            </Link>
          ) : (
            <p className="py-2.5">{text}</p>
          )}
        </aside>
      )}
    </>
  );
}
