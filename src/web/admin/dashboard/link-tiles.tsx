import type { Dashboard } from "../../../contracts/reports/dashboard.ts";
import { Card, CardLink } from "../../ui/card.tsx";
import { formatCount } from "../layout/counts.ts";

type Counts = Dashboard["counts"];

const tiles: { to: string; name: string; count: keyof Counts; units: [one: string, many: string] }[] = [
  { to: "/admin/products", name: "Manage Products", count: "products", units: ["product", "products"] },
  { to: "/admin/courses", name: "Manage Courses", count: "courses", units: ["course", "courses"] },
  { to: "/admin/orders", name: "Manage Orders", count: "orders", units: ["order", "orders"] },
  { to: "/admin/blogs", name: "Manage Blogs", count: "blogs", units: ["post", "posts"] },
  { to: "/admin/experts", name: "Manage Experts", count: "experts", units: ["expert", "experts"] },
  { to: "/admin/enquiries", name: "Enquiries", count: "unreadEnquiries", units: ["unread", "unread"] },
];

/** Links to the other screens. The counts are missing when the dashboard failed to load. */
export function LinkTiles({ counts }: { counts: Counts | undefined }) {
  return (
    <ul className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,8rem),1fr))] gap-3 sm:grid-cols-3 xl:grid-cols-6">
      {tiles.map(({ to, name, count, units: [one, many] }) => (
        <li key={to} className="flex">
          <Card>
            <div className="flex grow flex-col justify-between gap-2 p-4">
              <h2 className="font-sans text-base leading-tight font-semibold">
                <CardLink to={to}>{name}</CardLink>
              </h2>
              <p className="text-small text-ink-soft">
                {counts && (
                  <>
                    <span className="text-title font-semibold text-ink">{formatCount(counts[count])}</span>{" "}
                    {counts[count] === 1 ? one : many}
                  </>
                )}
              </p>
            </div>
          </Card>
        </li>
      ))}
    </ul>
  );
}
