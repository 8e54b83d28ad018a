import type { Product } from "../../contracts/catalogue/product.ts";
import { addToCartWithToast, type CartItem } from "../lib/cart.ts";
import { toast } from "../lib/toast.ts";

export type Buyable = Pick<Product, "_id" | "title" | "offerPrice" | "stock"> & { image: string | undefined };

export const toCartItem = (product: Buyable): CartItem => ({
  itemId: product._id,
  itemType: "product",
  title: product.title,
  price: product.offerPrice,
  image: product.image ?? "",
});

type PieceLimits = { stock: number; maxPiecesPerOrder: number };

export const maxPiecesOf = ({ stock, maxPiecesPerOrder }: PieceLimits) => Math.min(stock, maxPiecesPerOrder);

/** Explains why no more pieces can be added to a cart with `maxPiecesOf` pieces. */
export function limitText({ stock, maxPiecesPerOrder }: PieceLimits) {
  if (stock > maxPiecesPerOrder)
    return `Your cart already holds ${maxPiecesPerOrder} ${maxPiecesPerOrder === 1 ? "piece" : "pieces"}, the most of one product in an order.`;
  return `Your cart already holds ${stock === 1 ? "the only piece" : `all ${stock} pieces`} in stock.`;
}

export function addProduct(product: Buyable, { maxPiecesPerOrder }: { maxPiecesPerOrder: number }, pieces = 1) {
  const limits = { stock: product.stock, maxPiecesPerOrder };
  if (!addToCartWithToast(toCartItem(product), { most: maxPiecesOf(limits), pieces }))
    toast(limitText(limits), { tone: "plain" });
}
