import { factPath, type PageFact } from "../../contracts/catalogue/product-rules.ts";
import { classes } from "../ui/classes.ts";
import { Link } from "../ui/link.tsx";

/** Links to the pages of these values. */
export const FactLinks = ({ fact, values, className }: { fact: PageFact; values: string[]; className?: string }) => (
  <ul className={classes("flex flex-wrap gap-2", className)}>
    {values.map((value) => (
      <li key={value}>
        <Link to={factPath(fact, value)} className="chip">
          {value}
        </Link>
      </li>
    ))}
  </ul>
);
