import type { Dashboard } from "../../../contracts/reports/dashboard.ts";
import { formatDay } from "../../lib/dates.ts";
import { Card, CardLink } from "../../ui/card.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Link } from "../../ui/link.tsx";
import { Panel } from "../../ui/panel.tsx";
import { countOf, formatCount } from "../layout/labels.ts";
import { ordersUrl } from "../orders/order-view.ts";

export const PAYMENTS_PANEL = "payments-to-check";
export const REFUNDS_PANEL = "refunds-to-check";
export const DISPUTES_PANEL = "disputes";
export const STOCK_SHORT_PANEL = "stock-short";
export const LINKS_PANEL = "video-links";
/** The list behind the dashboard's count: published products only. */
export const LOW_STOCK_LIST = "/admin/products?stock=low&published=true&sort=stock_up";

export const ATTENTION_LIST = "/admin/appointments?view=attention";

/** Everything that waits for the owner, the most urgent first: the count, its text and where to go. */
function tasksOf({ work, counts, disputes, refundsToCheck, sessions, ...dashboard }: Dashboard) {
  const { paymentsToCheck, stockShort, lowStock } = dashboard;
  const respondBy = disputes.disputes[0]?.respondBy;
  const disputed = countOf(disputes.count, "disputed payment", "disputed payments");
  const task = (count: number, one: string, many: string, to: string) => ({
    count,
    text: countOf(count, one, many),
    to,
  });
  return [
    {
      count: disputes.count,
      text: respondBy ? `${disputed}, respond by ${formatDay(respondBy)}` : disputed,
      to: `#${DISPUTES_PANEL}`,
    },
    task(
      refundsToCheck.count,
      "refund failed or takes too long",
      "refunds failed or take too long",
      `#${REFUNDS_PANEL}`,
    ),
    task(paymentsToCheck.count, "payment to check", "payments to check", `#${PAYMENTS_PANEL}`),
    task(stockShort.count, "paid order is out of stock", "paid orders are out of stock", `#${STOCK_SHORT_PANEL}`),
    {
      count: work.ordersToPack,
      text: `${countOf(work.piecesToPack, "piece", "pieces")} to pack in ${countOf(work.ordersToPack, "order", "orders")}`,
      to: ordersUrl({ task: "pack" }),
    },
    task(
      work.addressesMissing,
      "paid order has no address",
      "paid orders have no address",
      ordersUrl({ task: "address" }),
    ),
    task(work.sessionsToArrange, "session to arrange", "sessions to arrange", ATTENTION_LIST),
    task(
      sessions.attention - work.sessionsToArrange,
      "session needs attention",
      "sessions need attention",
      ATTENTION_LIST,
    ),
    task(work.papersOwed, "paper could not be issued", "papers could not be issued", "/admin/accounts"),
    task(work.reviewsWaiting, "review waits for your look", "reviews wait for your look", "/admin/reviews"),
    task(counts.unreadEnquiries, "unread enquiry", "unread enquiries", "/admin/enquiries?unread=true"),
    task(lowStock.count, "product is low or sold out", "products are low or sold out", LOW_STOCK_LIST),
  ].filter(({ count }) => count > 0);
}

export function WorkList({ dashboard }: { dashboard: Dashboard }) {
  const tasks = tasksOf(dashboard);
  return (
    <Panel title="To do" className="mb-4">
      {tasks.length === 0 ? (
        <p>Nothing waits for you.</p>
      ) : (
        <ul className="fit-columns-[17rem] gap-2">
          {tasks.map(({ text, to }) => (
            <li key={text}>
              <Link
                to={to}
                className="flex h-full min-h-12 items-center justify-between gap-3 rounded-control border border-edge bg-ivory py-2 pr-3 pl-4 leading-[1.3] font-semibold hover:border-ink hover:bg-sand"
              >
                {text}
                <Icon name="chevron-right" size={20} className="shrink-0 text-ink-soft" />
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

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
