import { randomUUIDv7 } from "node:crypto";
import { and, eq, gt, isNull, lt, or, sql } from "drizzle-orm";
import type { z } from "zod";
import { retention } from "../../../site.config.ts";
import type { Product } from "../../contracts/catalogue/product.ts";
import { priceOf, variantTitle } from "../../contracts/catalogue/variant-rules.ts";
import { toPaise } from "../../contracts/money.ts";
import { parseItem, variantItemId } from "../../contracts/orders/item-rules.ts";
import type { backInStockForm } from "../../contracts/wishlist/wishlist.ts";
import { DAY_MS } from "../platform/clock.ts";
import type { Transaction } from "../platform/database/database.ts";
import { formatPaise } from "../platform/format-paise.ts";
import { badInput } from "../platform/http/errors.ts";
import { mailboxOf } from "../platform/mailbox.ts";
import type { WishlistDeps } from "./deps.ts";
import { wishlistError } from "./errors.ts";
import { waitsByIp, waitsByPerson } from "./limits.ts";
import { isForBuyable, stockWaits } from "./wishlist-table.ts";

type StockWait = typeof stockWaits.$inferSelect;

/** Who was told has this long to order before others are told of the same pieces. */
const HEAD_START_MS = DAY_MS;
const NOTICE = "backInStock";

const itemIdOf = ({ productId, variantId }: StockWait) => (variantId ? variantItemId(productId, variantId) : productId);

/**
 * The next ones to tell, at most one for each piece that nobody was told of. `waits` begins with those who were told
 * lately. A piece of a size counts for the size and for its product.
 */
function nextToTell({ _id, stock, variants = [] }: Product, waits: StockWait[]) {
  const free = new Map([[_id, stock], ...variants.map((size) => [variantItemId(_id, size._id), size.stock] as const)]);
  return waits.filter((wait) => {
    const ids = [...new Set([_id, itemIdOf(wait)])];
    if (!wait.toldAt && ids.some((id) => (free.get(id) ?? 0) <= 0)) return false;
    for (const id of ids) free.set(id, (free.get(id) ?? 0) - 1);
    return !wait.toldAt;
  });
}

/** "Tell me when it is back": a queue for each product, told in steps of what is in stock. */
export function createBackInStock({
  db,
  clock,
  limiter,
  notifications,
  catalogue,
  lockAccount,
  publicUrl,
}: WishlistDeps) {
  const mail = notifications.defineMail<{ waitId: string }>("back-in-stock", async ({ waitId }) => {
    const [wait] = await db.select().from(stockWaits).where(eq(stockWaits.id, waitId));
    const product = wait && (await catalogue.products.findMany([wait.productId], "public")).get(wait.productId);
    if (!product) return undefined;
    const size = product.variants?.find(({ _id }) => _id === wait.variantId);
    const title = size ? variantTitle(product.title, size.name) : product.title;
    const amount = formatPaise(toPaise(priceOf(product, size).offerPrice));
    return {
      to: wait.email,
      notice: NOTICE,
      subject: `Back in stock: ${title}`,
      paragraphs: ["You asked us to tell you when this piece is back. It is. It is not reserved, so please be quick."],
      details: [{ label: "Your piece", value: [{ title, qty: 1, amount, image: product.images[0] }] }],
      action: { label: "See it", url: `${publicUrl}/product/${product._id}${size ? `?variant=${size._id}` : ""}` },
      footnote: "This is our only mail about it. If it sells out again, you can ask again on its page.",
    };
  });

  async function tellOf(tx: Transaction, productId: string) {
    // Processes tell of a product one after the other. Sales do not wait for this lock.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`back in stock ${productId}`}, 0))`);
    const product = (await catalogue.products.findMany([productId], "public", tx)).get(productId);
    if (!product) return;
    const now = clock.now();
    const isOpen = or(isNull(stockWaits.toldAt), gt(stockWaits.toldAt, new Date(now.getTime() - HEAD_START_MS)));
    const found = tx
      .select()
      .from(stockWaits)
      .where(and(eq(stockWaits.productId, productId), isOpen));
    const waits = await found.orderBy(sql`${stockWaits.toldAt} nulls last`, stockWaits.createdAt, stockWaits.id);
    for (const { id, email } of nextToTell(product, waits)) {
      // Who wants no such mails must not keep others waiting.
      if (await notifications.hasUnsubscribed(email, NOTICE)) await tx.delete(stockWaits).where(eq(stockWaits.id, id));
      else await tx.update(stockWaits).set({ toldAt: now }).where(eq(stockWaits.id, id));
      await mail.enqueue(tx, { key: `back-in-stock:${id}`, payload: { waitId: id } });
    }
  }

  return {
    /** Who is in the queue already keeps the place. */
    async ask(form: z.output<typeof backInStockForm>, ip: string, userId?: string) {
      const given = form.email?.toLowerCase();
      if (!given && !userId) throw badInput({ email: "Email is required." });
      if (userId) await limiter.take(waitsByPerson, userId);
      else await limiter.take(waitsByIp, ip);
      if (given) await limiter.take(waitsByPerson, mailboxOf(given));
      const { productId, variantId } = parseItem({ itemType: "product", itemId: form.itemId });
      const product = await catalogue.products.find(productId ?? form.itemId, "public");
      const piece = variantId ? product.variants?.find(({ _id }) => _id === variantId) : product;
      if (!piece) throw wishlistError("size_not_found");
      if (piece.stock > 0) throw wishlistError("in_stock");
      await db.transaction(async (tx) => {
        const own = given === undefined ? await lockAccount(tx, userId!) : undefined;
        const email = given ?? own!.email;
        // A stranger may have registered the address, and others of the same mailbox.
        if (own && !own.isConfirmed) await limiter.take(waitsByPerson, mailboxOf(email), tx);
        const wait = {
          id: randomUUIDv7(),
          productId: product._id,
          variantId: variantId ?? "",
          email,
          userId,
          createdAt: clock.now(),
        };
        await tx.insert(stockWaits).values(wait).onConflictDoNothing();
      });
    },

    async tellWaiting() {
      const isOpen = and(isNull(stockWaits.toldAt), isForBuyable);
      const found = await db.selectDistinct({ id: stockWaits.productId }).from(stockWaits).where(isOpen);
      for (const { id } of found) await db.transaction((tx) => tellOf(tx, id));
    },

    async exportWaits(userId: string) {
      const own = await db.select().from(stockWaits).where(eq(stockWaits.userId, userId));
      return own.map((wait) => ({ itemId: itemIdOf(wait), email: wait.email, askedAt: wait.createdAt.toISOString() }));
    },

    /** Those of the account itself are deleted with it. */
    eraseWaits: (tx: Transaction, email: string) => tx.delete(stockWaits).where(eq(stockWaits.email, email)),

    async deleteExpired() {
      const cutoff = new Date(clock.now());
      cutoff.setUTCMonth(cutoff.getUTCMonth() - retention.stockWaitMonths);
      await db.delete(stockWaits).where(lt(stockWaits.createdAt, cutoff));
    },
  };
}
