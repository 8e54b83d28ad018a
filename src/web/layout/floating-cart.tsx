import { type ComponentType, useCallback, useState } from "react";
import { cartChanges, quantityOf, useCart } from "../lib/cart.ts";
import { toast } from "../lib/toast.ts";
import { classes } from "../ui/classes.ts";
import { Dialog } from "../ui/dialog.tsx";
import { Icon } from "../ui/icon.tsx";

const loadContent = () => import("../cart/drawer-content.tsx");
/** Starts loading on hover, touch or focus, before the click. A failure is handled by the click. */
const preload = () => void loadContent().catch(() => {});

export function FloatingCart() {
  const [open, setOpen] = useState(false);
  const [Content, setContent] = useState<ComponentType<{ open: boolean }>>();
  const close = useCallback(() => setOpen(false), []);
  const quantity = quantityOf(useCart());

  const openDrawer = async () => {
    setOpen(true);
    try {
      const { DrawerContent } = await loadContent();
      setContent(() => DrawerContent);
    } catch {
      setOpen(false);
      toast("The cart could not be opened.", { tone: "bad", action: { label: "View cart", to: "/cart" } });
    }
  };

  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-label={`Open cart, ${quantity} ${quantity === 1 ? "item" : "items"}`}
        onPointerEnter={preload}
        onFocus={preload}
        onClick={openDrawer}
        className="floating-cart needs-script"
      >
        <Icon name="shopping-bag" size={24} />
        <CartCount />
      </button>
      <Dialog open={open} onClose={close} title="Your Cart" look="drawer">
        {Content ? <Content open={open} /> : <div aria-busy className="bone mx-5 mb-6 h-60" />}
      </Dialog>
    </>
  );
}

/** The number of pieces in the cart. Server-rendered empty; `HEAD_SCRIPT` shows it before the first paint (`.cart-count`). */
export function CartCount() {
  const quantity = quantityOf(useCart());
  return (
    <span key={cartChanges()} aria-hidden className={classes(cartChanges() > 0 && "pulse-once", "cart-count count")}>
      {quantity || null}
    </span>
  );
}
