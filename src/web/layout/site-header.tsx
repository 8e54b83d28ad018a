import { useState } from "react";
import { quantityOf, useCart } from "../lib/cart.ts";
import { IconButton } from "../ui/button.tsx";
import { Icon } from "../ui/icon.tsx";
import { Link, NavLink } from "../ui/link.tsx";
import { AccountLinks } from "./account-links.tsx";
import { BrandLink } from "./brand-link.tsx";
import { CartCount } from "./cart-count.tsx";
import { MobileMenu } from "./mobile-menu.tsx";
import { mainLinks } from "./site-links.ts";

export function SiteHeader() {
  const [menuOpen, setMenuOpen] = useState(false);
  return (
    <header className="sticky top-0 z-40 scripting-none:static border-b border-line bg-ivory">
      <div className="site-bar shell flex items-center gap-x-4 scripting-none:flex-wrap scripting-none:py-2">
        <BrandLink />
        <nav aria-label="Main" className="bar-links ml-auto">
          <ul className="flex flex-wrap items-center gap-x-1">
            {mainLinks.map((link) => (
              <li key={link.to}>
                <NavLink to={link.to} details={link.details} className="bar-link">
                  {link.name}
                </NavLink>
              </li>
            ))}
          </ul>
        </nav>
        <div className="bar-tools flex items-center gap-2 max-lg:ml-auto lg:gap-4">
          <CartLink />
          <div className="hidden sm:block scripting-none:block">
            <AccountLinks look="quiet" />
          </div>
          <IconButton
            label="Menu"
            aria-haspopup="dialog"
            onClick={() => setMenuOpen(true)}
            className="bar-menu needs-script -mr-2"
          >
            <Icon name="menu" size={26} />
          </IconButton>
        </div>
      </div>
      <MobileMenu open={menuOpen} onClose={setMenuOpen} />
    </header>
  );
}

function CartLink() {
  const quantity = quantityOf(useCart());
  return (
    <Link
      to="/cart"
      aria-label={quantity > 0 ? `Cart, ${quantity} ${quantity === 1 ? "item" : "items"}` : "Cart"}
      className="relative inline-flex size-11 items-center justify-center"
    >
      <Icon name="shopping-bag" size={24} />
      <CartCount />
    </Link>
  );
}
