import type { SalesReport } from "../../../contracts/reports/sales.ts";
import { formatRupees } from "../../lib/money.ts";
import { Panel } from "../dashboard/panel.tsx";

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
