import { useCallback, useState } from "react";
import { useNavigate } from "react-router";
import { roles } from "../../contracts/accounts/account-rules.ts";
import { quantityOf, useCart } from "../lib/cart.ts";
import { logOut, useLogin } from "../lib/login.ts";
import { useIsPreview, useShop } from "../lib/site.ts";
import { toast } from "../lib/toast.ts";
import { Button, IconButton, LinkButton } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Icon } from "../ui/icon.tsx";
import { Link, NavLink } from "../ui/link.tsx";
import { CartCount } from "./floating-cart.tsx";
import { BrandLink, mainLinks, shoppingLinks } from "./site-links.tsx";
import { SiteSearch } from "./site-search.tsx";

export function Announcement() {
  const { text, link } = useShop().announcement;
  const isPreview = useIsPreview();
  return (
    <>
      {isPreview && (
        <p role="status" className="bg-gold-bright px-4 py-2.5 text-center text-small font-semibold">
          Preview: visitors do not see this yet.
        </p>
      )}
      {text && (
        <aside aria-label="Announcement" className="on-night bg-night px-4 text-center text-small text-ivory">
          {link ? (
            <Link to={link} className="flex min-h-11 items-center justify-center underline underline-offset-4">
              {text}
            </Link>
          ) : (
            <p className="py-2.5">{text}</p>
          )}
        </aside>
      )}
    </>
  );
}

export function SiteHeader() {
  const [menuOpen, setMenuOpen] = useState(false);
  return (
    <header className="sticky top-0 z-40 scripting-none:static border-b border-line bg-ivory">
      <div className="site-bar shell flex items-center gap-x-4 scripting-none:flex-wrap scripting-none:py-2">
        <BrandLink />
        <nav
          aria-label="Main"
          className="hidden scripting-none:order-1 scripting-none:block lg:ml-auto lg:block crowded:hidden"
        >
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
        <div className="bar-search">
          <SiteSearch />
        </div>
        <div className="flex items-center gap-2 max-lg:ml-auto lg:gap-4 crowded:ml-auto">
          <CartLink />
          <div className="hidden sm:block scripting-none:block">
            <AccountLinks look="quiet" />
          </div>
          <IconButton
            label="Menu"
            aria-haspopup="dialog"
            onClick={() => setMenuOpen(true)}
            className="needs-script -mr-2 lg:hidden crowded:inline-flex"
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

function MobileMenu({ open, onClose }: { open: boolean; onClose: (open: false) => void }) {
  const shop = useShop();
  const close = useCallback(() => onClose(false), [onClose]);
  const quantity = quantityOf(useCart());
  return (
    <Dialog open={open} onClose={close} title={shop.brand} look="menu">
      <nav aria-label="Menu" className="menu-sky night-sky flex grow flex-col overflow-y-auto px-5 pt-2 pb-8">
        <SiteSearch replace />
        <ul className="mt-2">
          {[...mainLinks, { name: quantity > 0 ? `Cart (${quantity})` : "Cart", to: "/cart" }].map((link) => (
            <li key={link.to} className="border-b border-night-soft">
              <NavLink to={link.to} details={link.details} replace className="menu-link">
                {link.name}
              </NavLink>
            </li>
          ))}
        </ul>
        <ul className="mt-4 flex flex-wrap gap-x-6 text-moon">
          {shoppingLinks.map(({ name, to }) => (
            <li key={to}>
              <NavLink to={to} replace className="inline-flex min-h-11 items-center leading-tight underline-gold">
                {name}
              </NavLink>
            </li>
          ))}
        </ul>
        <div className="mt-6">
          <AccountLinks look="night" replace />
        </div>
      </nav>
    </Dialog>
  );
}

/**
 * Account links of the header. Cached pages are the same for everyone, so the links of all roles are rendered and the style
 * sheet shows those that apply (`.if-visitor` and so on).
 */
function AccountLinks({ look, replace }: { look: "quiet" | "night"; replace?: boolean }) {
  // Subscribing keeps `data-login` on <html> up to date.
  const session = useLogin();
  const navigate = useNavigate();
  const handleLogout = () => {
    // Ends the login on the server too. If the shop cannot be reached, the token expires by itself.
    fetch("/api/users/sessions/current", {
      method: "DELETE",
      headers: { authorization: `Bearer ${session?.token}` },
      keepalive: true,
    }).catch(() => {});
    logOut();
    navigate("/", { replace });
    toast("You are logged out.", { tone: "plain" });
  };
  return (
    <div className={`account account-${look}`}>
      <LinkButton to="/login" look={look} replace={replace} className="if-visitor">
        Login
      </LinkButton>
      {roles.map((role) => (
        <Link key={role} to="/profile" replace={replace} className={`if-${role} account-link`}>
          Hi, {role}
        </Link>
      ))}
      <Link to="/admin" replace={replace} className="if-owner account-link">
        Admin
      </Link>
      <Link to="/desk" replace={replace} className="if-expert account-link">
        My desk
      </Link>
      <Button look={look} onClick={handleLogout} data-leaves className="if-user">
        Logout
      </Button>
    </div>
  );
}
