import { useShop } from "../lib/site.ts";
import { Link } from "../ui/link.tsx";

/** The owner's line above the header. */
export function Announcement() {
  const { text, link } = useShop().announcement;
  if (!text) return null;
  return (
    <aside aria-label="Announcement" className="on-night bg-night px-4 text-center text-small text-ivory">
      {link ? (
        <Link to={link} className="flex min-h-11 items-center justify-center underline underline-offset-4">
          {text}
        </Link>
      ) : (
        <p className="py-2.5">{text}</p>
      )}
    </aside>
  );
}
