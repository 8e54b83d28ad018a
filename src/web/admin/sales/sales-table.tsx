import { toPaise, toRupees } from "../../../contracts/money.ts";
import type { SalesReport } from "../../../contracts/reports/sales.ts";
import { formatRupees } from "../../lib/money.ts";
import { AdminTable, type Column } from "../layout/admin-table.tsx";
import { countOf, formatCount } from "../layout/counts.ts";

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
