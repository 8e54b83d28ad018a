import { factPath, type PageFact } from "../../contracts/catalogue/product-rules.ts";
import { Link } from "../ui/link.tsx";

/** Links to the pages of these values. */
export const FactLinks = ({ fact, values }: { fact: PageFact; values: string[] }) => (
  <ul className="flex flex-wrap gap-2">
    {values.map((value) => (
      <li key={value}>
        <Link to={factPath(fact, value)} className="chip">
          {value}
        </Link>
      </li>
    ))}
  </ul>
);
