import { MAX_PIECES_PER_PRODUCT } from "../../contracts/cart-rules.ts";
import type { Product } from "../../contracts/product.ts";
import { addToCartWithToast } from "../lib/add-to-cart.ts";
import type { CartItem } from "../lib/cart.ts";
import { toast } from "../lib/toast.ts";

type Buyable = Pick<Product, "_id" | "title" | "offerPrice" | "stock"> & { image: string | undefined };

export const toCartItem = (product: Buyable): CartItem => ({
  itemId: product._id,
  itemType: "product",
  title: product.title,
  price: product.offerPrice,
  image: product.image ?? "",
});

export const maxPiecesOf = (stock: number) => Math.min(stock, MAX_PIECES_PER_PRODUCT);

/** Why a cart with `maxPiecesOf` pieces takes no more. */
export function limitText(stock: number) {
  if (stock > MAX_PIECES_PER_PRODUCT)
    return `Your cart already holds ${MAX_PIECES_PER_PRODUCT} pieces, the most of one product in an order.`;
  return `Your cart already holds ${stock === 1 ? "the only piece" : `all ${stock} pieces`} in stock.`;
}

export function addProduct(product: Buyable, pieces = 1) {
  if (!addToCartWithToast(toCartItem(product), { stock: product.stock, pieces }))
    toast(limitText(product.stock), { tone: "plain" });
}
