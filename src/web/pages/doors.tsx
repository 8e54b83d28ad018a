import { Link } from "../ui/link.tsx";
import { Picture } from "../ui/picture.tsx";
import type { Shelves } from "./load-shelves.ts";

/** Three ways into the shop, below the hero. */
export function Doors({ doors }: Pick<Shelves, "doors">) {
  return (
    <nav aria-label="What we offer" className="doors">
      <ul className="shell doors-row">
        {doors.map(({ to, name, text, image }) => (
          <li key={to}>
            <Link to={to} className="door">
              <span className="door-picture">{image && <Picture path={image} alt="" sizes="112px" />}</span>
              <span>
                <span className="door-name">{name}</span>
                <span className="text-moon">{text}</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
