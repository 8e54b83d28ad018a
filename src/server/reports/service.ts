import { toRupees } from "../../contracts/money.ts";
import type { Dashboard } from "../../contracts/reports/dashboard.ts";
import type { Orders } from "../orders/service.ts";
import { addDays, indianDay, mondayOf } from "../platform/indian-time.ts";
import type { ReportDeps } from "./deps.ts";
import { createSales } from "./sales.ts";

const CHART_DAYS = 30;

type DaySales = Awaited<ReturnType<Orders["figures"]>>["sales"][number];

/** Adds paise and converts the sum, which avoids rounding errors. */
function sumSales(days: DaySales[]) {
  const paise = days.reduce((sum, day) => sum + day.paise, 0);
  return { rupees: toRupees(paise), orders: days.reduce((sum, day) => sum + day.orders, 0) };
}

function toSales(sales: DaySales[], today: string, monday: string, first: string): Dashboard["sales"] {
  const since = (start: string) => sumSales(sales.filter(({ day }) => day >= start));
  const days = Array.from({ length: CHART_DAYS }, (_, index) => {
    const date = addDays(today, index + 1 - CHART_DAYS);
    return { date, ...sumSales(sales.filter(({ day }) => day === date)) };
  });
  return { today: since(today), week: since(monday), month: since(first), days };
}

export function createReports(deps: ReportDeps) {
  const { clock, catalogue, appointments, documents, orders, refunds, enquiries, reviews } = deps;
  return {
    sales: createSales(deps),

    async dashboard(): Promise<Dashboard> {
      const today = indianDay(clock.now());
      const monday = mondayOf(today);
      const first = `${today.slice(0, 7)}-01`;
      const chart = addDays(today, 1 - CHART_DAYS);
      const [records, sold, unreadEnquiries, moneyBack, { toArrange, ...sessions }, reviewsWaiting, warning] =
        await Promise.all([
          catalogue.figures(),
          orders.figures(first < chart ? first : chart),
          enquiries.countUnread(),
          refunds.figures(),
          appointments.figures(),
          reviews.countWaiting(),
          deps.readProxyWarning(),
        ]);
      return {
        counts: { ...records.counts, orders: sold.total, unreadEnquiries },
        work: { ...sold.work, sessionsToArrange: toArrange, reviewsWaiting, papersOwed: await documents.countOwed() },
        sales: toSales(sold.sales, today, monday, first),
        waiting: sold.waiting,
        lowStock: records.lowStock,
        paymentsToCheck: sold.paymentsToCheck,
        ...moneyBack,
        stockShort: sold.stockShort,
        sessions,
        topSearches: records.topSearches,
        unfoundSearches: records.unfound,
        payments: await deps.readPaymentMode(),
        backups: await deps.backups.state(),
        ...(warning && { warning }),
      };
    },
  };
}
export type Reports = ReturnType<typeof createReports>;
