/** The names of the shop's pages for the owner. */
export const PAGE_NAMES: Readonly<Record<string, string>> = {
  "/": "Home",
  "/about": "About",
  "/contact": "Contact",
  "/cart": "Cart",
  "/products": "Products",
  "/courses": "Courses",
  "/experts": "Our Experts",
  "/blogs": "Blogs",
  "/terms_and_conditions": "Terms and Conditions",
  "/privacy_policy": "Privacy Policy",
  "/reviews-policy": "How reviews are checked",
};

function parseOwnPath(path: string | null, origin: string) {
  if (!path?.startsWith("/") || !URL.canParse(path, origin)) return undefined;
  const parsed = new URL(path, origin);
  return parsed.origin === origin && !parsed.pathname.startsWith("//") ? parsed : undefined;
}

/** Prevents open redirects: returns `next` if it is a path of this shop, else `/`. */
export function ownPath(next: string | null, origin: string) {
  const own = parseOwnPath(next, origin);
  return own ? own.pathname + own.search + own.hash : "/";
}

/** Whether a link to this path stays within the shop, for any origin. */
export const isOwnPath = (path: string) =>
  !/[\\\p{Cc}]/u.test(path) && parseOwnPath(path, "https://shop.invalid") !== undefined;
