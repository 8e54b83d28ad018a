import { toPaise, toRupees } from "../../../contracts/money.ts";
import type { SalesReport } from "../../../contracts/reports/sales.ts";
import { formatRupees } from "../../lib/money.ts";
import { Panel } from "../../ui/panel.tsx";
import { AdminTable, type Column } from "../layout/admin-table.tsx";
import { countOf, formatCount } from "../layout/labels.ts";

interface Row {
  id: string;
  name: string;
  qty?: number;
  rupees: number;
  isTotal?: boolean;
}

/** Computed in paise, because decimal rupees have rounding errors. */
const difference = (one: number, other: number) => toRupees(toPaise(one) - toPaise(other));

/** The listed rows, the remaining sales, discounts, delivery and the total; then the refunds. */
function toRows({ rows, more, other, discounts, delivery, total, refunds }: SalesReport): Row[] {
  const all = [...rows, more, other];
  return [
    ...rows,
    ...(more.rows > 0 ? [{ ...more, id: "more", name: `${formatCount(more.rows)} more` }] : []),
    ...(other.qty > 0 ? [{ ...other, id: "other", name: "Everything else" }] : []),
    ...(discounts > 0 ? [{ id: "discounts", name: "Discounts", rupees: -discounts }] : []),
    ...(delivery > 0 ? [{ id: "delivery", name: "Delivery", rupees: delivery }] : []),
    {
      id: "total",
      name: "All paid orders",
      qty: all.reduce((sum, { qty }) => sum + qty, 0),
      rupees: total.rupees,
      isTotal: true,
    },
    ...(refunds.count > 0
      ? [
          { id: "refunds", name: countOf(refunds.count, "refund", "refunds"), rupees: -refunds.rupees },
          { id: "net", name: "After refunds", rupees: difference(total.rupees, refunds.rupees), isTotal: true },
        ]
      : []),
  ];
}

const formatSigned = (rupees: number) => (rupees < 0 ? `−${formatRupees(-rupees)}` : formatRupees(rupees));

const strong = (row: Row, text: string) =>
  row.isTotal && text ? <strong className="font-semibold">{text}</strong> : text;

const columns: readonly Column<Row>[] = [
  { title: "Name", look: "wide", cell: (row) => strong(row, row.name) },
  { title: "Sold", look: "number", cell: (row) => strong(row, row.qty === undefined ? "" : formatCount(row.qty)) },
  { title: "Sales", look: "number", cell: (row) => strong(row, formatSigned(row.rupees)) },
];

export const SalesTable = ({ name, report }: { name: string; report: SalesReport }) => (
  <AdminTable name={name} columns={columns} items={toRows(report)} keyOf={({ id }) => id} />
);

const MAX_BARS = 10;

/** A bar for each of the best. The label sums it up for screen readers; the table beside it has every row. */
export function TopSales({ name, rows }: { name: string; rows: SalesReport["rows"] }) {
  const shown = rows.slice(0, MAX_BARS);
  const [best] = shown;
  if (!best) return null;
  return (
    <Panel title="Best sellers">
      <div
        role="img"
        aria-label={`${name}. Most sales: ${best.name}, ${formatRupees(best.rupees)}.`}
        className="grid gap-3"
      >
        {shown.map(({ id, name: rowName, rupees }) => (
          <div key={id}>
            <p className="flex justify-between gap-3 text-small">
              <span className="min-w-0 wrap-anywhere">{rowName}</span>
              <span className="font-semibold whitespace-nowrap">{formatRupees(rupees)}</span>
            </p>
            <svg viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden className="mt-1 h-2 w-full">
              <rect width={100} height={1} className="fill-line" />
              {/* Any sale gets a visible minimum width. */}
              <rect width={Math.max(1, (rupees / best.rupees) * 100)} height={1} className="fill-saffron" />
            </svg>
          </div>
        ))}
      </div>
    </Panel>
  );
}
