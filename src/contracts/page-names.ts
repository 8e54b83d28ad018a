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
};
