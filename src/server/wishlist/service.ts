import { and, desc, eq } from "drizzle-orm";
import { MAX_WISHLIST } from "../../contracts/wishlist/wishlist.ts";
import { isUuid } from "../platform/database/is-uuid.ts";
import { createBackInStock } from "./back-in-stock.ts";
import type { WishlistDeps } from "./deps.ts";
import { wishlistError } from "./errors.ts";
import { wishlistByAccount } from "./limits.ts";
import { wishlistItems } from "./wishlist-table.ts";

export function createWishlist(deps: WishlistDeps) {
  const { db, clock, limiter, catalogue, lockAccount } = deps;
  const isOf = (userId: string) => eq(wishlistItems.userId, userId);

  /** Newest first, drafts included. */
  async function listIds(userId: string) {
    const own = db.select().from(wishlistItems).where(isOf(userId));
    return (await own.orderBy(desc(wishlistItems.createdAt))).map(({ productId }) => productId);
  }

  return {
    ...createBackInStock(deps),
    listIds,

    async list(userId: string) {
      const ids = await listIds(userId);
      const found = await catalogue.products.findMany(ids, "public");
      return ids.flatMap((id) => found.get(id) ?? []);
    },

    async save(userId: string, id: string) {
      await limiter.take(wishlistByAccount, userId);
      const { _id: productId } = await catalogue.products.find(id, "public");
      await db.transaction(async (tx) => {
        await lockAccount(tx, userId);
        await tx.insert(wishlistItems).values({ userId, productId, createdAt: clock.now() }).onConflictDoNothing();
        if ((await tx.$count(wishlistItems, isOf(userId))) > MAX_WISHLIST) throw wishlistError("wishlist_full");
      });
    },

    async remove(userId: string, id: string) {
      await limiter.take(wishlistByAccount, userId);
      if (isUuid(id)) await db.delete(wishlistItems).where(and(isOf(userId), eq(wishlistItems.productId, id)));
    },
  };
}
export type Wishlist = ReturnType<typeof createWishlist>;
