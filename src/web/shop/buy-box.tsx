import { MAX_PIECES_PER_PRODUCT } from "../../contracts/cart-rules.ts";
import type { Product } from "../../contracts/product.ts";
import { LOW_STOCK } from "../../contracts/stock-levels.ts";
import { addToCartWithToast } from "../lib/add-to-cart.ts";
import { type CartItem, quantityInCart, useCart } from "../lib/cart.ts";
import { toast } from "../lib/toast.ts";
import { Badge } from "../ui/badge.tsx";
import { Button } from "../ui/button.tsx";
import { BuyFrame } from "../ui/buy-frame.tsx";
import { InCart } from "../ui/in-cart.tsx";
import { Price } from "../ui/price.tsx";

const toCartItem = (product: Product): CartItem => ({
  itemId: product._id,
  itemType: "product",
  title: product.title,
  price: product.offerPrice,
  image: product.images[0] ?? "",
});

export function BuyBox({ product }: { product: Product }) {
  const item = toCartItem(product);
  const inCart = quantityInCart(useCart(), item);
  const isSoldOut = product.stock === 0;
  const isAllInCart = !isSoldOut && inCart >= Math.min(product.stock, MAX_PIECES_PER_PRODUCT);
  const pieces = product.stock === 1 ? "the only piece" : `all ${product.stock} pieces`;
  const limit =
    inCart >= product.stock
      ? `Your cart already holds ${pieces} in stock.`
      : `Your cart already holds ${MAX_PIECES_PER_PRODUCT} pieces, the most of one product in an order.`;

  const add = () => {
    if (!addToCartWithToast(item, product.stock)) toast(limit, { tone: "plain" });
  };

  return (
    <BuyFrame
      facts={
        <>
          <Price price={product.price} offerPrice={product.offerPrice} large />
          <span id="stock">
            <Stock stock={product.stock} />
          </span>
        </>
      }
    >
      <Button
        look="accent"
        disabled={isSoldOut || isAllInCart}
        aria-describedby={isAllInCart ? "all-in-cart" : "stock"}
        onClick={add}
        className="needs-script buy-box-button"
      >
        Exchange Energy
      </Button>
      <InCart quantity={inCart} />
      {isAllInCart && (
        <p id="all-in-cart" className="buy-box-reason text-small text-ink-soft">
          {limit}
        </p>
      )}
    </BuyFrame>
  );
}

function Stock({ stock }: { stock: number }) {
  if (stock === 0) return <Badge tone="rose">Sold out</Badge>;
  if (stock <= LOW_STOCK) return <Badge tone="rose">Only {stock} left</Badge>;
  return <Badge tone="sage">In stock</Badge>;
}
