import { z } from "zod";
import { productQuery } from "../catalogue/product.ts";
import { searchQuery } from "../list.ts";

/** Query parameters of list pages: the API's parameters without those that the page itself sets. */
const listPage = searchQuery.omit({ limit: true, match: true, ids: true });
const productListPage = productQuery.omit({
  limit: true,
  match: true,
  ids: true,
  category: true,
  subCategory: true,
  topSelling: true,
  stock: true,
  published: true,
});
const blogListPage = listPage.extend({ failed: z.string().optional() });

const noQuery = z.object({});
/** `page` is that of the reviews. */
const reviewedPage = listPage.pick({ page: true });
const expertListPage = z.object({ language: z.string(), topic: z.string(), price: z.string(), free: z.string() });

/** The pages that are the same for everyone, with the query parameters that each of them reads. */
export const publicPages: Record<string, z.ZodObject> = {
  "/": noQuery,
  "/about": noQuery,
  "/contact": noQuery,
  "/cart": noQuery,
  "/terms_and_conditions": noQuery,
  "/privacy_policy": noQuery,
  "/reviews-policy": noQuery,
  "/products/:category?/:subCategory?": productListPage,
  "/products/by/:fact/:value?": z.object({ page: z.string() }),
  "/search": z.object({ q: z.string() }),
  "/find-your-stone": z.object({ intention: z.string(), sign: z.string(), form: z.string(), budget: z.string() }),
  "/product/:id": reviewedPage.extend({ variant: z.string().optional() }),
  "/courses": listPage,
  "/course/:id": reviewedPage,
  "/experts": expertListPage,
  "/experts/:id": reviewedPage,
  "/blogs": blogListPage,
  "/blogs/:id": noQuery,
};
