import { NoImage } from "../ui/cover.tsx";
import { Link } from "../ui/link.tsx";
import { Picture } from "../ui/picture.tsx";
import type { MentionView } from "./blog-view.ts";

/** The products and courses that an article mentions. */
export function Mentions({ mentions }: { mentions: MentionView[] }) {
  return (
    <section aria-labelledby="mentions" className="article-mentions">
      <h2 id="mentions" className="text-title">
        Mentioned in this article
      </h2>
      <ul>
        {mentions.map(({ type, to, title, image, price }) => (
          <li key={to} className="mention">
            <div className="mention-picture">{image ? <Picture path={image} alt="" sizes="96px" /> : <NoImage />}</div>
            <div className="min-w-0">
              <p className="text-small text-ink-soft">{type}</p>
              <Link to={to} className="mention-link">
                {title}
              </Link>
              <p>{price}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
