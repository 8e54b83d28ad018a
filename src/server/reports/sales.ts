import { toRupees } from "../../contracts/money.ts";
import type { SalesQuery, SalesReport } from "../../contracts/reports/sales.ts";
import type { SalesGroup } from "../../contracts/reports/sales-rules.ts";
import type { Catalogue } from "../catalogue/service.ts";
import type { SoldItem } from "../orders/service.ts";
import type { CsvColumns } from "../platform/files/csv.ts";
import { addDays, startOfDay } from "../platform/indian-time.ts";
import type { ReportDeps } from "./deps.ts";

const MAX_ROWS = 100;
const DELETED = "(deleted)";

interface Group {
  id: string;
  name: string;
}

interface Sold {
  qty: number;
  paise: number;
}

/** `Asha Rao (Audio, 30 min)` → `Asha Rao`, `Deep Dive (Audio)` → `Deep Dive`, `Ring (12)` → `Ring`. */
const withoutDetail = (title: string) => title.replace(/ \([^()]*\)$/, "");

/** The group that an item belongs to; undefined when this grouping does not cover it. */
type GroupOf = (item: SoldItem) => Group | undefined;

const byItem =
  (isGrouped: (item: SoldItem) => boolean): GroupOf =>
  (item) =>
    isGrouped(item) ? { id: item.itemId, name: item.title } : undefined;

const isCourse = ({ itemType }: SoldItem) => itemType === "course";
const isSize = (item: SoldItem) => item.variantId !== null;

/** All sizes of a product together, by its current title. */
async function byProduct({ products }: Catalogue, items: SoldItem[]): Promise<GroupOf> {
  const ids = items.filter(isSize).map(({ productId }) => productId!);
  const titles = await products.findMany(ids, "owner");
  return (item) => {
    const { productId } = item;
    if (!productId) return undefined;
    const name = isSize(item) ? (titles.get(productId)?.title ?? withoutDetail(item.title)) : item.title;
    return { id: productId, name };
  };
}

const byExpert: GroupOf = ({ expertId, title }) =>
  expertId ? { id: expertId, name: withoutDetail(title) } : undefined;

const byPackage: GroupOf = ({ package: name }) => (name ? { id: name, name } : undefined);

/** Uses the current category, because orders do not store it. */
async function byCategory(catalogue: Catalogue, items: SoldItem[]): Promise<GroupOf> {
  const ids = items.flatMap(({ productId }) => productId ?? []);
  const categories = await catalogue.categoriesOf(ids);
  return ({ productId }) => {
    if (!productId) return undefined;
    const category = categories.get(productId) ?? DELETED;
    return { id: category, name: category };
  };
}

const groupings: Record<SalesGroup, (catalogue: Catalogue, items: SoldItem[]) => GroupOf | Promise<GroupOf>> = {
  product: byProduct,
  size: () => byItem(isSize),
  category: byCategory,
  course: () => byItem(isCourse),
  expert: () => byExpert,
  package: () => byPackage,
};

const sum = (parts: Sold[]) => ({
  qty: parts.reduce((qty, part) => qty + part.qty, 0),
  paise: parts.reduce((paise, part) => paise + part.paise, 0),
});

const inRupees = ({ qty, paise }: Sold) => ({ qty, rupees: toRupees(paise) });

type SalesRow = SalesReport["rows"][number];
const csvColumns: CsvColumns<SalesRow> = {
  name: ({ name }) => name,
  id: ({ id }) => id,
  qty: ({ qty }) => qty,
  rupees: ({ rupees }) => rupees,
};

export function createSales({ catalogue, orders, refunds }: ReportDeps) {
  async function read({ by, from, to }: SalesQuery) {
    const span = [startOfDay(from), startOfDay(addDays(to, 1))] as const;
    const [sold, refunded] = await Promise.all([orders.soldItems(...span), refunds.refundedSales(...span)]);
    const groupOf = await groupings[by](catalogue, sold.items);
    const rows = new Map<string, Group & Sold>();
    const other: SoldItem[] = [];
    for (const item of sold.items) {
      const group = groupOf(item);
      if (!group) {
        other.push(item);
        continue;
      }
      const before = rows.get(group.id) ?? { ...group, qty: 0, paise: 0 };
      rows.set(group.id, { ...before, ...sum([before, item]) });
    }
    const sorted = [...rows.values()].sort((a, b) => b.paise - a.paise || a.name.localeCompare(b.name));
    return { sold, refunded, rows: sorted, other: sum(other) };
  }

  /** The rows, then other items, discounts and delivery, so that the column adds up to the total; refunds last. */
  async function* readRows(query: SalesQuery): AsyncGenerator<SalesRow> {
    const { refunded, rows, other, sold } = await read(query);
    const { discountPaise, deliveryPaise } = sold.total;
    for (const { id, name, ...row } of rows) yield { id, name, ...inRupees(row) };
    yield { id: "", name: "Everything else", ...inRupees(other) };
    if (discountPaise > 0) yield { id: "", name: "Discounts", qty: 0, rupees: -toRupees(discountPaise) };
    if (deliveryPaise > 0) yield { id: "", name: "Delivery", qty: 0, rupees: toRupees(deliveryPaise) };
    if (refunded.count > 0) yield { id: "", name: "Refunds", qty: refunded.count, rupees: -toRupees(refunded.paise) };
  }

  return {
    async report(query: SalesQuery): Promise<SalesReport> {
      const { sold, refunded, rows, other } = await read(query);
      const more = rows.slice(MAX_ROWS);
      return {
        total: { orders: sold.total.orders, rupees: toRupees(sold.total.paise) },
        rows: rows.slice(0, MAX_ROWS).map(({ id, name, ...row }) => ({ id, name, ...inRupees(row) })),
        more: { rows: more.length, ...inRupees(sum(more)) },
        other: inRupees(other),
        discounts: toRupees(sold.total.discountPaise),
        delivery: toRupees(sold.total.deliveryPaise),
        refunds: { count: refunded.count, rupees: toRupees(refunded.paise) },
      };
    },

    exportCsv: (query: SalesQuery) => ({ columns: csvColumns, records: readRows(query) }),
  };
}
