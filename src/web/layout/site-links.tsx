import { useShop } from "../lib/site.ts";
import { classes } from "../ui/classes.ts";
import { Icon } from "../ui/icon.tsx";
import { Link } from "../ui/link.tsx";

interface SiteLink {
  name: string;
  to: string;
  /** The path prefix of the section's detail pages, where it differs from `to`. */
  details?: string;
}

export const mainLinks: readonly SiteLink[] = [
  { name: "Home", to: "/" },
  { name: "About", to: "/about" },
  { name: "Courses", to: "/courses", details: "/course" },
  { name: "Products", to: "/products", details: "/product" },
  { name: "Our Experts", to: "/experts" },
  { name: "Blogs", to: "/blogs" },
  { name: "Connect", to: "/contact" },
];

/** Other ways into the products, in the menu below the main links. */
export const shoppingLinks: readonly SiteLink[] = [
  { name: "Shop by intention", to: "/products/by/intentions" },
  { name: "Find your stone", to: "/find-your-stone" },
];

export const legalLinks: readonly SiteLink[] = [
  { name: "Terms and Conditions", to: "/terms_and_conditions" },
  { name: "Privacy Policy", to: "/privacy_policy" },
  { name: "How reviews are checked", to: "/reviews-policy" },
];

function sizeFor({ length }: string) {
  if (length <= 10) return "brand-short";
  return length <= 16 ? "brand-medium" : "brand-long";
}

export function BrandLink() {
  const shop = useShop();
  return (
    <Link to="/" aria-label={`${shop.brand}, home`} className="brand-link flex min-h-11 items-center gap-2.5">
      {shop.look.logo ? (
        <img src={shop.look.logo} alt="" width={40} height={40} className="size-10 shrink-0 object-contain" />
      ) : (
        <Icon name="brand" size={40} className="shrink-0" />
      )}
      <span className={classes("pt-0.5 font-display leading-none font-medium", sizeFor(shop.brand))}>{shop.brand}</span>
    </Link>
  );
}
