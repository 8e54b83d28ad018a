import { and, ilike, or, sql } from "drizzle-orm";
import { orders, orderWords } from "./order-table.ts";

const UNSAFE = /[\\%_]/g;
const DIALLED = /^\+?\d[\d\s-]{3,}$/;
/** The index knows texts by three letters each. */
const SHORTEST_INDEXED = 3;

/** Orders by the end of their id, by a name, an e-mail or a phone number, which is the same however it is written. */
export function searchFor(words: string) {
  const pattern = words.replace(UNSAFE, "\\$&");
  // With spaces, dashes, and its country in front or not.
  const digits = DIALLED.test(words) ? words.replace(/\D/g, "").slice(-10) : undefined;
  const isMeant = or(
    digits ? sql`regexp_replace(${orders.shippingPhone}, '[^0-9]', '', 'g') like ${`%${digits}%`}` : undefined,
    sql`${orders.id}::text like ${`%${pattern.toLowerCase()}`}`,
    ...[orders.shippingName, orders.shippingEmail, orders.shippingPhone, orders.buyerName, orders.buyerEmail].map(
      (column) => ilike(column, `%${pattern}%`),
    ),
  );
  if (words.length < SHORTEST_INDEXED) return isMeant;
  const all = orderWords(orders);
  const mayBe = or(sql`${all} like lower(${`%${pattern}%`})`, digits ? sql`${all} like ${`%${digits}%`}` : undefined);
  return and(mayBe, isMeant);
}
