import type { Dashboard } from "../../../contracts/dashboard.ts";
import { Card, CardLink } from "../../ui/card.tsx";

type Counts = Dashboard["counts"];

const tiles: { to: string; name: string; of: keyof Counts; words: [one: string, many: string] }[] = [
  { to: "/admin/products", name: "Manage Products", of: "products", words: ["product", "products"] },
  { to: "/admin/courses", name: "Manage Courses", of: "courses", words: ["course", "courses"] },
  { to: "/admin/orders", name: "Manage Orders", of: "orders", words: ["order", "orders"] },
  { to: "/admin/blogs", name: "Manage Blogs", of: "blogs", words: ["post", "posts"] },
  { to: "/admin/experts", name: "Manage Experts", of: "experts", words: ["expert", "experts"] },
  { to: "/admin/enquiries", name: "Enquiries", of: "unreadEnquiries", words: ["unread", "unread"] },
];

/** The ways to every other screen; the counts follow when they are known. */
export function Tiles({ counts }: { counts: Counts | undefined }) {
  return (
    <ul className="grid grid-cols-2 gap-3 sm:grid-cols-3 xl:grid-cols-6">
      {tiles.map(({ to, name, of, words: [one, many] }) => (
        <li key={to} className="flex">
          <Card>
            <div className="flex grow flex-col justify-between gap-2 p-4">
              <h2 className="font-sans text-base leading-tight font-semibold">
                <CardLink to={to}>{name}</CardLink>
              </h2>
              <p className="text-small text-ink-soft">
                {counts && (
                  <>
                    <span className="text-title font-semibold text-ink">{counts[of].toLocaleString("en-IN")}</span>{" "}
                    {counts[of] === 1 ? one : many}
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
