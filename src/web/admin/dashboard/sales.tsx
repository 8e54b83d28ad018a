import type { Dashboard } from "../../../contracts/reports/dashboard.ts";
import { formatRupees } from "../../lib/money.ts";
import { countOf } from "../layout/counts.ts";
import { Panel } from "./panel.tsx";
import { SalesChart } from "./sales-chart.tsx";

type SalesFigures = Dashboard["sales"];

const spans = [
  ["today", "Today"],
  ["week", "This week"],
  ["month", "This month"],
] as const satisfies (readonly [keyof SalesFigures, string])[];

const formatOrderCount = (count: number) => countOf(count, "order", "orders");

/** Paid sales: three sums and a chart of the last thirty days. */
export function Sales({ sales }: { sales: SalesFigures }) {
  return (
    <Panel title="Paid sales" className="lg:col-span-3">
      <dl className="grid gap-3 sm:grid-cols-3">
        {spans.map(([span, name]) => (
          <div key={span} className="flex items-baseline justify-between gap-x-3 sm:block">
            <dt className="text-small text-ink-soft">{name}</dt>
            <dd>
              <strong className="text-heading font-semibold">{formatRupees(sales[span].rupees)}</strong>{" "}
              <span className="text-small whitespace-nowrap text-ink-soft">{formatOrderCount(sales[span].orders)}</span>
            </dd>
          </div>
        ))}
      </dl>
      <SalesChart days={sales.days} />
    </Panel>
  );
}
