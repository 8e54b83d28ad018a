import type { Dashboard } from "../../../contracts/reports/dashboard.ts";
import { formatDay } from "../../lib/dates.ts";
import { Icon } from "../../ui/icon.tsx";
import { Link } from "../../ui/link.tsx";
import { countOf } from "../layout/counts.ts";
import { ordersUrl } from "../orders/order-view.ts";
import { Panel } from "./panel.tsx";

/** The panels on the dashboard that tasks lead to. */
export const PAYMENTS_PANEL = "payments-to-check";
export const REFUNDS_PANEL = "refunds-to-check";
export const DISPUTES_PANEL = "disputes";
export const STOCK_SHORT_PANEL = "stock-short";
/** The list behind the dashboard's count: published products only. */
export const LOW_STOCK_LIST = "/admin/products?stock=low&published=true&sort=stock_up";

interface Task {
  count: number;
  text: string;
  to: string;
}

/** Everything that waits for the owner, the most urgent first. */
function tasksOf({ work, counts, disputes, refundsToCheck, sessions, ...dashboard }: Dashboard): Task[] {
  const { paymentsToCheck, stockShort, lowStock } = dashboard;
  const respondBy = disputes.disputes[0]?.respondBy;
  const packing = `${countOf(work.piecesToPack, "piece", "pieces")} to pack in ${countOf(work.ordersToPack, "order", "orders")}`;
  const tasks: Task[] = [
    {
      count: disputes.count,
      text: `${countOf(disputes.count, "disputed payment", "disputed payments")}${respondBy ? `, respond by ${formatDay(respondBy)}` : ""}`,
      to: `#${DISPUTES_PANEL}`,
    },
    {
      count: refundsToCheck.count,
      text: countOf(refundsToCheck.count, "refund failed or takes too long", "refunds failed or take too long"),
      to: `#${REFUNDS_PANEL}`,
    },
    {
      count: paymentsToCheck.count,
      text: countOf(paymentsToCheck.count, "payment to check", "payments to check"),
      to: `#${PAYMENTS_PANEL}`,
    },
    {
      count: stockShort.count,
      text: countOf(stockShort.count, "paid order is out of stock", "paid orders are out of stock"),
      to: `#${STOCK_SHORT_PANEL}`,
    },
    { count: work.ordersToPack, text: packing, to: ordersUrl({ task: "pack" }) },
    {
      count: work.addressesMissing,
      text: countOf(work.addressesMissing, "paid order has no address", "paid orders have no address"),
      to: ordersUrl({ task: "address" }),
    },
    {
      count: work.sessionsToArrange,
      text: countOf(work.sessionsToArrange, "session to arrange", "sessions to arrange"),
      to: ordersUrl({ task: "arrange" }),
    },
    {
      count: sessions.attention,
      text: countOf(sessions.attention, "session needs attention", "sessions need attention"),
      to: "/admin/appointments?view=attention",
    },
    {
      count: counts.unreadEnquiries,
      text: countOf(counts.unreadEnquiries, "unread enquiry", "unread enquiries"),
      to: "/admin/enquiries?unread=true",
    },
    {
      count: lowStock.count,
      text: countOf(lowStock.count, "product is low or sold out", "products are low or sold out"),
      to: LOW_STOCK_LIST,
    },
  ];
  return tasks.filter(({ count }) => count > 0);
}

/** The owner's open tasks, each a link to where it can be done. */
export function WorkList({ dashboard }: { dashboard: Dashboard }) {
  const tasks = tasksOf(dashboard);
  return (
    <Panel title="To do" className="mb-4">
      {tasks.length === 0 ? (
        <p>Nothing waits for you.</p>
      ) : (
        <ul className="work-list">
          {tasks.map(({ text, to }) => (
            <li key={to}>
              <Link to={to} className="work-link">
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
