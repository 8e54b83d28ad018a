import type { FormEvent } from "react";
import { useNavigate } from "react-router";
import type { SalesReport } from "../../../contracts/reports/sales.ts";
import { type SalesGroup, salesGroups } from "../../../contracts/reports/sales-rules.ts";
import { browserApi } from "../../lib/browser-api.ts";
import { addDays, formatDay, indianToday } from "../../lib/dates.ts";
import { requireOwner } from "../../lib/guard.ts";
import { formatRupees } from "../../lib/money.ts";
import { LinkButton, SmallButton } from "../../ui/button.tsx";
import { ChipLink } from "../../ui/chip.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Field } from "../../ui/field.tsx";
import { AdminPageHeader, LoadFailed, useBusyArea } from "../layout/admin-page.tsx";
import { ExportButton } from "../layout/export-button.tsx";
import { countOf } from "../layout/labels.ts";
import type { Route } from "./+types/sales-page";
import { SalesTable, TopSales } from "./sales-table.tsx";
import { Searches } from "./searches.tsx";

interface SalesView {
  by: SalesGroup;
  /** `2026-11-14`, in Indian time. */
  from: string;
  to: string;
}

type Span = Pick<SalesView, "from" | "to">;

const salesSearch = ({ by, from, to }: SalesView) => `${new URLSearchParams({ by, from, to })}`;
const salesUrl = (view: SalesView) => `/admin/sales?${salesSearch(view)}`;

const firstOfMonth = (day: string) => `${day.slice(0, 7)}-01`;

function presetsOn(today: string): Record<string, Span> {
  const first = firstOfMonth(today);
  const lastMonthEnd = addDays(first, -1);
  return {
    "This month": { from: first, to: today },
    "Last month": { from: firstOfMonth(lastMonthEnd), to: lastMonthEnd },
    "This year": { from: `${today.slice(0, 4)}-01-01`, to: today },
  };
}

const isDay = (text: string | null): text is string =>
  text !== null && /^\d{4}-\d\d-\d\d$/.test(text) && new Date(text).toJSON()?.startsWith(text) === true;

/** Reads the view from the query. Unknown values mean this month by product; days in the wrong order are swapped. */
function salesViewAt(search: URLSearchParams, today: string): SalesView {
  const by = salesGroups.find((known) => known === search.get("by")) ?? "product";
  const [from, to] = [search.get("from"), search.get("to")];
  if (!isDay(from) || !isDay(to)) return { by, ...presetsOn(today)["This month"]! };
  return from <= to ? { by, from, to } : { by, from: to, to: from };
}

export async function clientLoader({ url }: Route.ClientLoaderArgs) {
  requireOwner(url);
  const today = indianToday();
  const view = salesViewAt(url.searchParams, today);
  const { from, to } = view;
  const [report, searches] = await Promise.all([
    browserApi.call("GET /api/sales", { query: view }).catch(() => undefined),
    browserApi.call("GET /api/searches", { query: { from, to } }).catch(() => []),
  ]);
  return { today, view, report, searches };
}
clientLoader.hydrate = true as const;

const groupNames: Record<SalesGroup, string> = {
  product: "Products",
  size: "Sizes",
  category: "Categories",
  course: "Courses",
  expert: "Experts",
  package: "Packages",
};

const formatTotal = ({ orders, rupees }: SalesReport["total"]) =>
  `${formatRupees(rupees)} in ${countOf(orders, "paid order", "paid orders")}`;

export default function SalesPage({ loaderData: { today, view, report, searches } }: Route.ComponentProps) {
  const busy = useBusyArea("/admin/sales", "mt-5");
  return (
    <>
      <AdminPageHeader title="Sales" note={report && formatTotal(report.total)}>
        <ExportButton url={`/api/sales.csv?${salesSearch(view)}`} what="sales" />
      </AdminPageHeader>
      <Days view={view} today={today} />
      <nav aria-label="Sales by" className="mt-5 flex flex-wrap gap-2">
        {salesGroups.map((by) => (
          <ChipLink key={by} to={salesUrl({ ...view, by })} current={view.by === by}>
            {groupNames[by]}
          </ChipLink>
        ))}
      </nav>
      <div {...busy}>
        {report ? <Report view={view} report={report} /> : <LoadFailed>Failed to load sales</LoadFailed>}
        <Searches searches={searches} />
      </div>
    </>
  );
}

const dateField = "grow basis-36";

function Days({ view, today }: { view: SalesView; today: string }) {
  const navigate = useNavigate();
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const { from, to } = Object.fromEntries(new FormData(event.currentTarget)) as Record<"from" | "to", string>;
    navigate(salesUrl({ by: view.by, from, to }), { preventScrollReset: true });
  };
  return (
    <div className="flex flex-wrap items-end gap-x-6 gap-y-4">
      {/* The key resets the fields when a link changes the days. */}
      <form key={`${view.from} ${view.to}`} onSubmit={onSubmit} className="flex flex-wrap items-end gap-3">
        <Field
          label="From"
          name="from"
          type="date"
          required
          max={today}
          defaultValue={view.from}
          className={dateField}
        />
        <Field label="To" name="to" type="date" required max={today} defaultValue={view.to} className={dateField} />
        <SmallButton type="submit" className="min-h-12">
          Show
        </SmallButton>
      </form>
      <nav aria-label="Days" className="flex flex-wrap gap-2">
        {Object.entries(presetsOn(today)).map(([name, span]) => (
          <ChipLink
            key={name}
            to={salesUrl({ by: view.by, ...span })}
            current={span.from === view.from && span.to === view.to}
          >
            {name}
          </ChipLink>
        ))}
      </nav>
    </div>
  );
}

function Report({ view, report }: { view: SalesView; report: SalesReport }) {
  const span = `${formatDay(view.from)} to ${formatDay(view.to)}`;
  if (report.total.orders === 0)
    return (
      <EmptyState title="No sales in these days" text={`No order was paid from ${span}.`}>
        <LinkButton to="/admin/orders">Orders</LinkButton>
      </EmptyState>
    );
  const name = `${groupNames[view.by]}, ${span}`;
  return (
    <div className="grid items-start gap-4 lg:grid-cols-3">
      <TopSales name={name} rows={report.rows} />
      <div className={report.rows.length > 0 ? "lg:col-span-2" : "lg:col-span-3"}>
        <SalesTable name={name} report={report} />
      </div>
    </div>
  );
}
