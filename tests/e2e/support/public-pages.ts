import type { APIRequestContext } from "@playwright/test";

/** Public pages that need no record. */
export const FIXED_PAGES = [
  "/",
  "/about",
  "/contact",
  "/products",
  "/courses",
  "/experts",
  "/blogs",
  "/cart",
  "/login",
  "/register",
  "/forgot",
  "/terms_and_conditions",
  "/privacy_policy",
];

/** The paths of all public pages, with one example of each detail page. */
export async function publicPages(request: APIRequestContext) {
  const kinds = { products: "/product", courses: "/course", experts: "/experts", blogs: "/blogs" };
  const first = async (kind: string) => (await (await request.get(`/api/${kind}?limit=1`)).json())[0]._id;
  const details = Object.entries(kinds).map(async ([kind, path]) => `${path}/${await first(kind)}`);
  return [...FIXED_PAGES, ...(await Promise.all(details))];
}
