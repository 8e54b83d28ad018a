import type { Kind } from "./admin-resource.ts";

const publicPaths: Record<Kind, string> = {
  products: "/product",
  courses: "/course",
  blogs: "/blogs",
  experts: "/experts",
};

/** A record's page in the shop. A draft has none: the preview shows the owner the same page. */
export const pagePath = (kind: Kind, { _id, published }: { _id: string; published: boolean }) =>
  published ? `${publicPaths[kind]}/${_id}` : `/admin/preview/${kind}/${_id}`;
