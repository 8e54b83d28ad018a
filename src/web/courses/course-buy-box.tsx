import type { Course } from "../../contracts/catalogue/course.ts";
import { addToCartWithToast } from "../lib/add-to-cart.ts";
import { quantityInCart, useCart } from "../lib/cart.ts";
import { Button } from "../ui/button.tsx";
import { BuyFrame } from "../ui/buy-frame.tsx";
import { InCart } from "../ui/in-cart.tsx";
import { Price } from "../ui/price.tsx";

export function CourseBuyBox({ course: { _id, title, actualPrice, offerPrice, image } }: { course: Course }) {
  const item = { itemId: _id, itemType: "course", title, price: offerPrice, image: image ?? "" } as const;
  return (
    <BuyFrame facts={<Price price={actualPrice} offerPrice={offerPrice} large />}>
      <Button look="accent" onClick={() => addToCartWithToast(item)} className="needs-script buy-box-button">
        Exchange Energy
      </Button>
      <InCart quantity={quantityInCart(useCart(), item)} />
    </BuyFrame>
  );
}
