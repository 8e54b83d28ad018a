import { Link } from "./link.tsx";

export interface Crumb {
  name: string;
  to: string;
}

/** The current page comes last and is not a link. */
export function Breadcrumbs({ crumbs, here }: { crumbs: Crumb[]; here: string }) {
  return (
    <nav aria-label="Breadcrumb">
      <ol className="crumbs">
        {crumbs.map((crumb) => (
          <li key={crumb.to} className="flex items-center gap-x-2">
            <Link to={crumb.to} className="crumb">
              {crumb.name}
            </Link>
            <span aria-hidden className="text-gold">
              /
            </span>
          </li>
        ))}
        <li aria-current="page" className="min-w-0 truncate text-ivory">
          {here}
        </li>
      </ol>
    </nav>
  );
}
