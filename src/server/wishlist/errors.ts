import { MAX_WISHLIST } from "../../contracts/wishlist/wishlist.ts";
import { defineErrors } from "../platform/http/errors.ts";

export const wishlistError = defineErrors(["wishlist"], {
  wishlist_full: [409, `Your wishlist holds ${MAX_WISHLIST} pieces. Remove one before you save another.`],
  size_not_found: [404, "This size is no longer offered."],
  in_stock: [409, "Good news: this piece is in stock. You can order it right away."],
});
