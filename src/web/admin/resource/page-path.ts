import type { Kind, PageKind } from "./admin-resource.ts";

const publicPaths: Record<PageKind, string> = {
  products: "/product",
  courses: "/course",
  blogs: "/blogs",
  experts: "/experts",
};

export const hasPage = (kind: Kind): kind is PageKind => kind in publicPaths;

export const isDraft = (record: object) => "published" in record && record.published === false;

/** The path of a record's public page; for a draft, the path of its preview. */
export const pagePath = (kind: PageKind, record: { _id: string }) =>
  isDraft(record) ? `/admin/preview/${kind}/${record._id}` : `${publicPaths[kind]}/${record._id}`;
