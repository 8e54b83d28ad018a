import { and, ilike, or, sql } from "drizzle-orm";
import { escapeLike } from "../platform/database/like-pattern.ts";
import { phoneDigits } from "../platform/phone-digits.ts";
import { orderSearchText, orders } from "./order-table.ts";

/** A trigram index needs three characters. */
const MIN_INDEXED = 3;

/** Matches the end of the id, or part of a name, an e-mail address or a phone number in any format. */
export function matchesSearch(words: string) {
  const pattern = escapeLike(words);
  const digits = phoneDigits(words);
  const isMatch = or(
    digits ? sql`regexp_replace(${orders.shippingPhone}, '[^0-9]', '', 'g') like ${`%${digits}%`}` : undefined,
    sql`${orders.id}::text like ${`%${pattern.toLowerCase()}`}`,
    ...[orders.shippingName, orders.shippingEmail, orders.shippingPhone, orders.buyerName, orders.buyerEmail].map(
      (column) => ilike(column, `%${pattern}%`),
    ),
  );
  if (words.length < MIN_INDEXED) return isMatch;
  // The index narrows the rows down; `isMatch` then checks each column.
  const all = orderSearchText(orders);
  const isCandidate = or(
    sql`${all} like lower(${`%${pattern}%`})`,
    digits ? sql`${all} like ${`%${digits}%`}` : undefined,
  );
  return and(isCandidate, isMatch);
}
