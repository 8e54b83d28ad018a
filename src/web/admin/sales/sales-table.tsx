import type { SalesReport } from "../../../contracts/sales.ts";
import { formatRupees } from "../../lib/money.ts";
import { AdminTable, type Column } from "../layout/admin-table.tsx";

interface Row {
  id: string;
  name: string;
  qty: number;
  rupees: number;
  isTotal?: boolean;
}

/** The rows, what is not among them, and the total that all of it adds up to. */
function rowsOf({ rows, more, other, discounts, delivery, total }: SalesReport): Row[] {
  const all = [...rows, more, other];
  return [
    ...rows,
    ...(more.rows > 0 ? [{ ...more, id: "more", name: `${more.rows.toLocaleString("en-IN")} more` }] : []),
    ...(other.qty > 0 ? [{ ...other, id: "other", name: "Everything else" }] : []),
    ...(discounts > 0 ? [{ id: "discounts", name: "Discounts", qty: 0, rupees: -discounts }] : []),
    ...(delivery > 0 ? [{ id: "delivery", name: "Delivery", qty: 0, rupees: delivery }] : []),
    {
      id: "total",
      name: "All paid orders",
      qty: all.reduce((sum, { qty }) => sum + qty, 0),
      rupees: total.rupees,
      isTotal: true,
    },
  ];
}

const formatAmount = (rupees: number) => (rupees < 0 ? `−${formatRupees(-rupees)}` : formatRupees(rupees));

const strong = (row: Row, text: string) => (row.isTotal ? <strong className="font-semibold">{text}</strong> : text);

const columns: readonly Column<Row>[] = [
  { title: "Name", look: "wide", cell: (row) => strong(row, row.name) },
  { title: "Sold", look: "number", cell: (row) => strong(row, row.qty > 0 ? row.qty.toLocaleString("en-IN") : "") },
  { title: "Sales", look: "number", cell: (row) => strong(row, formatAmount(row.rupees)) },
];

export const SalesTable = ({ name, report }: { name: string; report: SalesReport }) => (
  <AdminTable name={name} columns={columns} items={rowsOf(report)} keyOf={({ id }) => id} />
);
