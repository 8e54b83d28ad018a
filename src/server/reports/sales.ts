import { toRupees } from "../../contracts/money.ts";
import type { SalesQuery, SalesReport } from "../../contracts/reports/sales.ts";
import type { SalesGroup } from "../../contracts/reports/sales-rules.ts";
import type { SoldItem } from "../orders/service.ts";
import type { CsvColumns } from "../platform/files/csv.ts";
import { addDays, startOfDay } from "../platform/indian-time.ts";
import type { ReportDeps } from "./deps.ts";

const MAX_ROWS = 100;
const DELETED = "(deleted)";

interface Sold {
  qty: number;
  paise: number;
}

interface Group extends Sold {
  id: string;
  /** Of its items the one with the lowest id: it names the group. */
  first: SoldItem;
}

/** `Asha Rao (Audio, 30 min)` → `Asha Rao`, `Deep Dive (Audio)` → `Deep Dive`, `Ring (12)` → `Ring`. */
const withoutDetail = (title: string) => title.replace(/ \([^()]*\)$/, "");

const isSize = (item: SoldItem) => item.variantId !== null;

/** The id of an item's group; none when the grouping does not cover it. */
const groupings: Record<SalesGroup, (item: SoldItem, categories: Map<string, string>) => string | null | false> = {
  /** All sizes of a product together. */
  product: ({ productId }) => productId,
  size: (item) => isSize(item) && item.itemId,
  category: ({ productId }, categories) => productId && (categories.get(productId) ?? DELETED),
  course: ({ itemType, itemId }) => itemType === "course" && itemId,
  expert: ({ expertId }) => expertId,
  package: (item) => item.package,
};

const sum = (parts: Sold[]) => ({
  qty: parts.reduce((qty, part) => qty + part.qty, 0),
  paise: parts.reduce((paise, part) => paise + part.paise, 0),
});

const inRupees = ({ qty, paise }: Sold) => ({ qty, rupees: toRupees(paise) });

type SalesRow = SalesReport["rows"][number];
const toRow = ({ id, name, ...sold }: Group & { name: string }): SalesRow => ({ id, name, ...inRupees(sold) });
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
    const productIds = by === "category" ? sold.items.flatMap(({ productId }) => productId ?? []) : [];
    // The current categories, because orders do not store them.
    const categories = await catalogue.categoriesOf(productIds);
    const groups = new Map<string, Group>();
    const other: SoldItem[] = [];
    for (const item of sold.items) {
      const id = groupings[by](item, categories);
      const group = id && groups.get(id);
      if (!id) other.push(item);
      else if (!group) groups.set(id, { id, first: item, qty: item.qty, paise: item.paise });
      else {
        group.qty += item.qty;
        group.paise += item.paise;
        if (item.itemId < group.first.itemId) group.first = item;
      }
    }
    return { sold, refunded, groups: [...groups.values()].sort((a, b) => b.paise - a.paise), other: sum(other) };
  }

  /** Names groups and sorts those with the same amount by it. */
  async function withNames(by: SalesGroup, groups: Group[]) {
    const items = by === "category" || by === "package" ? [] : groups.map(({ first }) => first);
    const titles = await orders.lastTitles(items);
    const sized = by === "product" ? items.filter(isSize) : [];
    const products = await catalogue.products.findMany(
      sized.map(({ productId }) => productId!),
      "owner",
    );
    function nameOf({ id, first }: Group) {
      const title = titles.get(first.itemId) ?? id;
      if (by === "expert") return withoutDetail(title);
      return by === "product" && isSize(first) ? (products.get(id)?.title ?? withoutDetail(title)) : title;
    }
    return groups
      .map((group) => ({ ...group, name: nameOf(group) }))
      .sort((a, b) => b.paise - a.paise || a.name.localeCompare(b.name) || (a.id < b.id ? -1 : 1));
  }

  /** The rows, then other items, discounts and delivery, so that the column adds up to the total; refunds last. */
  async function* readRows(query: SalesQuery): AsyncGenerator<SalesRow> {
    const { refunded, groups, other, sold } = await read(query);
    const { discountPaise, deliveryPaise } = sold.total;
    for (const row of await withNames(query.by, groups)) yield toRow(row);
    yield { id: "", name: "Everything else", ...inRupees(other) };
    if (discountPaise > 0) yield { id: "", name: "Discounts", qty: 0, rupees: -toRupees(discountPaise) };
    if (deliveryPaise > 0) yield { id: "", name: "Delivery", qty: 0, rupees: toRupees(deliveryPaise) };
    if (refunded.count > 0) yield { id: "", name: "Refunds", qty: refunded.count, rupees: -toRupees(refunded.paise) };
  }

  return {
    async report(query: SalesQuery): Promise<SalesReport> {
      const { sold, refunded, groups, other } = await read(query);
      const least = groups[MAX_ROWS - 1]?.paise ?? 0;
      const first = groups.filter(({ paise }) => paise >= least);
      const rows = await withNames(query.by, first);
      const more = [...rows.slice(MAX_ROWS), ...groups.slice(first.length)];
      return {
        total: { orders: sold.total.orders, rupees: toRupees(sold.total.paise) },
        rows: rows.slice(0, MAX_ROWS).map(toRow),
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
