import { useState } from "react";
import { useSearchParams } from "react-router";
import type { Product } from "../../contracts/catalogue/product.ts";
import { LOW_STOCK } from "../../contracts/catalogue/product-rules.ts";
import { quantityInCart, useCart } from "../lib/cart.ts";
import { useShop } from "../lib/site.ts";
import { Badge } from "../ui/badge.tsx";
import { Button } from "../ui/button.tsx";
import { BuyFrame } from "../ui/buy-frame.tsx";
import { InCart } from "../ui/in-cart.tsx";
import { Price } from "../ui/price.tsx";
import { addProduct, limitText, maxPiecesOf, toCartItem } from "./add-product.ts";
import { SizeChoice, useSize } from "./size-choice.tsx";
import { useTellMe } from "./tell-me.tsx";

/** WebMCP, as in `layout/site-search.tsx`. With `dialog`, a submit before hydration does nothing. */
const tool = { id: "buy", method: "dialog", toolname: "add_to_cart", tooldescription: "Add the chosen size" };
const quantityField = { form: "buy", name: "quantity", toolparamdescription: "Pieces" };

export function BuyBox({ product }: { product: Product }) {
  const [search] = useSearchParams();
  const { piece, askForSize, choice } = useSize(product, search.get("variant"));
  const { tellMe, dialog } = useTellMe();
  const { stock } = piece;
  const shop = useShop();
  const limits = { stock, maxPiecesPerOrder: shop.maxPiecesPerOrder };
  const inCart = quantityInCart(useCart(), toCartItem(piece));
  const [pieces, setPieces] = useState(1);
  const isSoldOut = stock === 0;
  const isAllInCart = !isSoldOut && !askForSize && inCart >= maxPiecesOf(limits);
  const choices = askForSize ? 1 : Math.max(1, maxPiecesOf(limits) - inCart);

  return (
    <>
      {product.variants && <SizeChoice {...choice} />}
      <BuyFrame
        facts={
          <>
            <Price {...piece} large />
            <div className="flex flex-wrap items-center gap-2">
              <span id="stock">
                <Stock stock={stock} />
              </span>
              {choices > 1 && (
                <select
                  {...quantityField}
                  aria-label="Quantity"
                  value={Math.min(pieces, choices)}
                  onChange={({ currentTarget }) => setPieces(Number(currentTarget.value))}
                  className="min-h-11 rounded-control border border-edge bg-paper px-2 text-base needs-script"
                >
                  {Array.from({ length: choices }, (_, index) => index + 1).map((quantity) => (
                    <option key={quantity}>{quantity}</option>
                  ))}
                </select>
              )}
            </div>
          </>
        }
      >
        {isSoldOut ? (
          <Button look="accent" onClick={() => tellMe(piece)} className="needs-script buy-box-button">
            Tell me when it is back
          </Button>
        ) : (
          <form
            {...tool}
            onSubmit={() => {
              if (askForSize) return askForSize();
              addProduct(piece, shop, Math.min(pieces, choices));
              setPieces(1);
            }}
            className="contents"
          >
            <Button
              type="submit"
              look="accent"
              disabled={isAllInCart}
              aria-describedby={isAllInCart ? "all-in-cart" : "stock"}
              className="needs-script buy-box-button"
            >
              Exchange Energy
            </Button>
          </form>
        )}
        <InCart quantity={inCart} />
        {isAllInCart && (
          <p id="all-in-cart" className="w-full text-small text-ink-soft">
            {limitText(limits)}
          </p>
        )}
      </BuyFrame>
      {dialog}
    </>
  );
}

function Stock({ stock }: { stock: number }) {
  if (stock === 0) return <Badge tone="rose">Sold out</Badge>;
  if (stock <= LOW_STOCK) return <Badge tone="rose">Only {stock} left</Badge>;
  return <Badge tone="sage">In stock</Badge>;
}
