import "./floating-cart.css";
import { useCallback, useState } from "react";
import { quantityOf, useCart } from "../lib/cart.ts";
import { Icon } from "../ui/icon.tsx";
import { CartCount } from "./cart-count.tsx";
import { CartDrawer } from "./cart-drawer.tsx";

export function FloatingCart() {
  const [open, setOpen] = useState(false);
  const close = useCallback(() => setOpen(false), []);
  const quantity = quantityOf(useCart());
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-label={`Open cart, ${quantity} ${quantity === 1 ? "item" : "items"}`}
        onClick={() => setOpen(true)}
        className="floating-cart needs-script fixed z-30 flex items-center justify-center border bg-night text-ivory transition-colors hover:bg-night-soft"
      >
        <Icon name="shopping-bag" size={24} />
        <CartCount />
      </button>
      <CartDrawer open={open} onClose={close} />
    </>
  );
}
