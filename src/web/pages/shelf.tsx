import { Card, CardLink } from "../ui/card.tsx";
import { Picture } from "../ui/picture.tsx";

export interface ShelfItem {
  to: string;
  title: string;
  text: string;
  price: string;
  image: string | null;
}

/** Cards of courses or people on the home page: a row to swipe on small screens. */
export function Shelf({ items, look }: { items: ShelfItem[]; look: "courses" | "people" }) {
  return (
    <ul className={`swipe-row shelf-${look}`}>
      {items.map(({ to, title, text, price, image }) => (
        <li key={to} className="flex">
          <Card>
            <div className="shelf-card">
              <div className="shelf-picture">
                {image && <Picture path={image} alt="" sizes="(width >= 64rem) 370px, 84vw" />}
              </div>
              <div className="shelf-text">
                <h3 className="text-title">
                  <CardLink to={to}>{title}</CardLink>
                </h3>
                <p className="line-clamp-2 text-ink-soft">{text}</p>
                <p className="mt-auto font-semibold">{price}</p>
              </div>
            </div>
          </Card>
        </li>
      ))}
    </ul>
  );
}
