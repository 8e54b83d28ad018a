import type { APIRequestContext } from "@playwright/test";

/** The paths of all public pages, with one example of each detail page. */
export async function publicPages(request: APIRequestContext) {
  const kinds = { products: "/product", courses: "/course", experts: "/experts", blogs: "/blogs" };
  const first = async (kind: string) => (await (await request.get(`/api/${kind}?limit=1`)).json())[0]._id;
  const details = Object.entries(kinds).map(async ([kind, path]) => `${path}/${await first(kind)}`);
  const fixed = [
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
  ];
  return [...fixed, "/terms_and_conditions", "/privacy_policy", ...(await Promise.all(details))];
}
