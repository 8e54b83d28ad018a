import { and, asc, desc, eq, ilike, inArray, or, type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import type {
  Customer,
  CustomerDetails,
  CustomerNotes,
  CustomerQuery,
  notesForm,
} from "../../contracts/accounts/customer.ts";
import { type ListQuery, toLimitOffset } from "../../contracts/list.ts";
import { toRupees } from "../../contracts/money.ts";
import type { Accounts } from "../accounts/service.ts";
import type { Activity } from "../activity/service.ts";
import type { Orders } from "../orders/service.ts";
import type { Database, Transaction } from "../platform/database/database.ts";
import { isUuid } from "../platform/database/is-uuid.ts";
import { escapeLike, phoneDigits } from "../platform/database/search-patterns.ts";
import type { CsvColumns } from "../platform/files/csv.ts";
import { indianTime } from "../platform/indian-time.ts";
import type { Platform } from "../platform/platform.ts";
import { customerNotes } from "./customer-notes-table.ts";
import { customerError } from "./errors.ts";

const EXPORT_BATCH = 500;
const csvColumns: CsvColumns<Customer> = {
  _id: ({ _id }) => _id,
  name: ({ name }) => name,
  email: ({ email }) => email,
  phone: ({ phone }) => phone,
  createdAt: ({ createdAt }) => indianTime(new Date(createdAt)),
  orders: ({ orderCount }) => orderCount,
  spent: ({ spent }) => spent,
  lastOrderAt: ({ lastOrderAt }) => lastOrderAt && indianTime(new Date(lastOrderAt)),
};

interface CustomerDeps extends Pick<Platform, "db" | "clock"> {
  accounts: Accounts;
  orders: Orders;
  activity: Activity;
}

interface Account {
  id: string;
  name: string;
  email: string;
  phone: string | null;
  createdAt: Date;
}

interface Totals {
  orderCount: number | null;
  spentPaise: number | null;
  lastOrderAt: Date | null;
}

const NO_ORDERS: Totals = { orderCount: 0, spentPaise: 0, lastOrderAt: null };

const toCustomer = ({ id, phone, createdAt, name, email }: Account, totals: Totals = NO_ORDERS): Customer => ({
  _id: id,
  name,
  email,
  phone: phone ?? "",
  createdAt: createdAt.toISOString(),
  orderCount: totals.orderCount ?? 0,
  spent: toRupees(totals.spentPaise ?? 0),
  lastOrderAt: totals.lastOrderAt?.toISOString() ?? null,
});

const toNotes = (row: typeof customerNotes.$inferSelect | undefined): CustomerNotes => ({
  text: row?.text ?? "",
  version: row?.version ?? 0,
  updatedAt: row?.updatedAt.toISOString() ?? null,
});

export function createCustomers({ db, clock, accounts, orders, activity }: CustomerDeps) {
  const { customers } = accounts;
  const totals = orders.buyerTotals;
  const newest = [desc(customers.createdAt), desc(customers.id)];

  function matches(words: string | undefined) {
    if (!words?.trim()) return undefined;
    const pattern = `%${escapeLike(words.trim())}%`;
    const digits = phoneDigits(words.trim());
    return or(
      // One pattern for all columns is faster than one for each. A search text has no line breaks.
      ilike(sql`concat_ws(E'\n', ${customers.name}, ${customers.email}, ${customers.phone})`, pattern),
      digits ? sql`regexp_replace(${customers.phone}, '[^0-9]', '', 'g') like ${`%${digits}%`}` : undefined,
    );
  }

  async function withTotals(found: Account[]) {
    const ids = found.map(({ id }) => id);
    const rows = ids.length > 0 ? await db.select().from(totals).where(inArray(totals.userId, ids)) : [];
    const byUser = new Map(rows.map((row) => [row.userId, row]));
    return found.map((account) => toCustomer(account, byUser.get(account.id)));
  }

  /** Sorting by totals must compute the totals of all customers. */
  async function pageByTotals(where: SQL | undefined, column: SQL.Aliased, limit: number, offset: number) {
    const rows = await db
      .select()
      .from(customers)
      .leftJoin(totals, eq(totals.userId, customers.id))
      .where(where)
      .orderBy(sql`${column} desc nulls last`, ...newest)
      .limit(limit)
      .offset(offset);
    return rows.map((row) => toCustomer(row.customers, row.buyer_totals ?? undefined));
  }

  async function pageByDate(where: SQL | undefined, limit: number, offset: number) {
    const page = db
      .select()
      .from(customers)
      .where(where)
      .orderBy(...newest);
    return withTotals(await page.limit(limit).offset(offset));
  }

  async function readNotes(reader: Database | Transaction, userId: string) {
    const [row] = await reader.select().from(customerNotes).where(eq(customerNotes.userId, userId));
    return row;
  }

  function requireFound([account]: Account[]) {
    if (!account) throw customerError("customer_not_found");
    return account;
  }

  const findAccount = async (id: string) =>
    requireFound(isUuid(id) ? await db.select().from(customers).where(eq(customers.id, id)) : []);

  /** Locks the account against deletion until the transaction ends. */
  const lockAccount = async (tx: Transaction, id: string) =>
    requireFound(isUuid(id) ? await tx.select().from(customers).where(eq(customers.id, id)).for("no key update") : []);

  async function* readAll(q: string | undefined) {
    const where = matches(q);
    let after: SQL | undefined;
    while (true) {
      const rows = await db
        .select()
        .from(customers)
        .where(and(where, after))
        .orderBy(asc(customers.createdAt), asc(customers.id))
        .limit(EXPORT_BATCH);
      yield* await withTotals(rows);
      const last = rows.at(-1);
      if (!last || rows.length < EXPORT_BATCH) return;
      after = sql`(${customers.createdAt}, ${customers.id}) > (${last.createdAt}, ${last.id})`;
    }
  }

  return {
    async list({ q, sort, ...query }: CustomerQuery) {
      const where = matches(q);
      const { limit, offset } = toLimitOffset(query);
      const items = await (sort === "spent" || sort === "last_order"
        ? pageByTotals(where, sort === "spent" ? totals.spentPaise : totals.lastOrderAt, limit, offset)
        : pageByDate(where, limit, offset));
      // A last page tells the total without reading every account again.
      if (items.length < limit && (items.length > 0 || offset === 0)) return { items, total: offset + items.length };
      const counted = db.select({ id: customers.id }).from(customers).where(where).as("counted");
      return { items, total: await db.$count(counted) };
    },

    async find(id: string): Promise<CustomerDetails> {
      const account = await findAccount(id);
      const [[customer], notes] = await Promise.all([withTotals([account]), readNotes(db, account.id)]);
      return { ...customer!, notes: toNotes(notes) };
    },

    async listOrders(id: string, query: ListQuery) {
      const { id: userId } = await findAccount(id);
      return orders.listOfBuyer(userId, query);
    },

    saveNotes: (id: string, { text, version }: z.output<typeof notesForm>, by: string) =>
      db.transaction(async (tx) => {
        const { id: userId } = await lockAccount(tx, id);
        const before = await readNotes(tx, userId);
        const current = toNotes(before);
        if (version !== undefined && version !== current.version)
          throw customerError("changed_meanwhile", { data: { current } });
        const row = { userId, text, version: current.version + 1, updatedAt: clock.now() };
        await tx.insert(customerNotes).values(row).onConflictDoUpdate({ target: customerNotes.userId, set: row });
        // No name and no text, because the activity log outlives the account.
        const entry = { by, action: "updated", kind: "customer", recordId: userId, title: "Customer notes" } as const;
        await activity.record(tx, {
          ...entry,
          before: { notes: current.text },
          after: { notes: text },
          secrets: ["notes"],
        });
        return toNotes(row);
      }),

    exportCsv: (q: string | undefined) => ({ columns: csvColumns, records: readAll(q) }),

    notesAbout: async (userId: string) => toNotes(await readNotes(db, userId)).text,

    async eraseNotes(tx: Transaction, userId: string) {
      await tx.delete(customerNotes).where(eq(customerNotes.userId, userId));
    },
  };
}
export type Customers = ReturnType<typeof createCustomers>;
