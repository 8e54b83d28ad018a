import { toPaise, toRupees } from "../../../contracts/money.ts";
import type { Dashboard } from "../../../contracts/reports/dashboard.ts";
import { formatDay } from "../../lib/dates.ts";
import { formatRupees } from "../../lib/money.ts";
import { Panel } from "../../ui/panel.tsx";
import { countOf } from "../layout/labels.ts";

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

type Day = Dashboard["sales"]["days"][number];

const HEIGHT = 60;
const STEP = 10;
const BAR = 7;

/** A bar for each day. The label sums it up for screen readers, and the table below lists every day. */
function SalesChart({ days }: { days: Day[] }) {
  const [first, last] = [days.at(0), days.at(-1)];
  if (!first || !last) return null;
  const best = days.reduce((most, day) => (day.rupees > most.rupees ? day : most), first);
  return (
    <figure className="mt-5">
      <svg
        role="img"
        aria-label={summarize(days, best)}
        viewBox={`0 0 ${days.length * STEP} ${HEIGHT + 1}`}
        preserveAspectRatio="none"
        className="h-28 w-full md:h-36"
      >
        {days.map((day, index) => (
          <Bar key={day.date} day={day} index={index} most={best.rupees} />
        ))}
        <rect x={0} y={HEIGHT} width={days.length * STEP} height={0.75} className="fill-edge" />
      </svg>
      <figcaption className="mt-1 flex justify-between gap-4 text-small text-ink-soft">
        <span>{formatDay(first.date)}</span>
        <span className="max-sm:hidden">
          {best.rupees > 0 ? `Best day: ${formatDaySales(best)}` : "No sales in these days"}
        </span>
        <span>{formatDay(last.date)}</span>
      </figcaption>
      <DayTable days={days} />
    </figure>
  );
}

const formatDaySales = ({ date, rupees }: Day) => `${formatDay(date)}, ${formatRupees(rupees)}`;

function summarize(days: Day[], best: Day) {
  const sum = toRupees(days.reduce((paise, { rupees }) => paise + toPaise(rupees), 0));
  const words = `Paid sales of the last ${days.length} days: ${formatRupees(sum)} in all.`;
  return best.rupees > 0 ? `${words} The best day was ${formatDaySales(best)}.` : words;
}

/** A day with any sale gets a visible minimum height. */
function Bar({ day, index, most }: { day: Day; index: number; most: number }) {
  const height = day.rupees > 0 ? Math.max(1.5, (day.rupees / most) * HEIGHT) : 0;
  return (
    <rect x={index * STEP + (STEP - BAR) / 2} y={HEIGHT - height} width={BAR} height={height} className="fill-saffron">
      <title>{formatDaySales(day)}</title>
    </rect>
  );
}

function DayTable({ days }: { days: Day[] }) {
  return (
    <details className="mt-2 text-small">
      <summary className="inline-flex min-h-11 items-center font-semibold underline decoration-gold underline-offset-4">
        Day by day
      </summary>
      <table className="w-full max-w-md border-collapse">
        <thead>
          <tr className="border-b border-edge text-left">
            <th scope="col">Day</th>
            <th scope="col" className="text-right">
              Orders
            </th>
            <th scope="col" className="text-right">
              Sales
            </th>
          </tr>
        </thead>
        <tbody>
          {days.toReversed().map((day) => (
            <tr key={day.date} className="border-b border-line">
              <td className="py-1">{formatDay(day.date)}</td>
              <td className="text-right">{day.orders}</td>
              <td className="text-right">{formatRupees(day.rupees)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
