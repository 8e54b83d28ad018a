import { useCallback } from "react";
import { quantityOf, useCart } from "../lib/cart.ts";
import { useShop } from "../lib/site.ts";
import { Dialog } from "../ui/dialog.tsx";
import { NavLink } from "../ui/link.tsx";
import { AccountLinks } from "./account-links.tsx";
import { mainLinks } from "./site-links.ts";

export function MobileMenu({ open, onClose }: { open: boolean; onClose: (open: false) => void }) {
  const shop = useShop();
  const close = useCallback(() => onClose(false), [onClose]);
  const quantity = quantityOf(useCart());
  return (
    <Dialog open={open} onClose={close} title={shop.brand} look="menu">
      <nav aria-label="Menu" className="menu-sky night-sky flex grow flex-col overflow-y-auto px-5 pb-8">
        <ul className="mt-2">
          {[...mainLinks, { name: quantity > 0 ? `Cart (${quantity})` : "Cart", to: "/cart" }].map((link) => (
            <li key={link.to} className="border-b border-night-soft">
              <NavLink
                to={link.to}
                details={link.details}
                replace
                className="flex min-h-14 items-center font-display text-heading aria-[current=page]:text-gold-bright"
              >
                {link.name}
              </NavLink>
            </li>
          ))}
        </ul>
        <div className="mt-8">
          <AccountLinks look="night" replace />
        </div>
      </nav>
    </Dialog>
  );
}
