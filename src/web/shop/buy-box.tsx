import type { Product } from "../../contracts/product.ts";
import { type CartItem, quantityInCart, useCart } from "../lib/cart.ts";
import { toast } from "../lib/toast.ts";
import { Badge } from "../ui/badge.tsx";
import { Button } from "../ui/button.tsx";
import { Price } from "../ui/price.tsx";
import { addAndSay } from "./add-and-say.ts";
import { BuyFrame } from "./buy-frame.tsx";

const FEW_LEFT = 3;

const cartItemOf = (product: Product): CartItem => ({
  itemId: product._id,
  itemType: "product",
  title: product.title,
  price: product.offerPrice,
  image: product.images[0] ?? "",
});

/** Price, stock and the one button. */
export function BuyBox({ product }: { product: Product }) {
  const item = cartItemOf(product);
  const inCart = quantityInCart(useCart(), item);
  const soldOut = product.stock === 0;
  const allTaken = !soldOut && inCart >= product.stock;
  const pieces = product.stock === 1 ? "the only piece" : `all ${product.stock} pieces`;

  const add = () => {
    if (!addAndSay(item, product.stock)) toast("Your cart already holds every piece in stock.", { tone: "plain" });
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
        disabled={soldOut || allTaken}
        aria-describedby={allTaken ? "all-taken" : "stock"}
        onClick={add}
        className="needs-script buy-box-button"
      >
        Exchange Energy
      </Button>
      {allTaken && (
        <p id="all-taken" className="buy-box-reason text-small text-ink-soft">
          Your cart already holds {pieces} in stock.
        </p>
      )}
    </BuyFrame>
  );
}

function Stock({ stock }: { stock: number }) {
  if (stock === 0) return <Badge tone="rose">Sold out</Badge>;
  if (stock <= FEW_LEFT) return <Badge tone="rose">Only {stock} left</Badge>;
  return <Badge tone="sage">In stock</Badge>;
}
