import type { ReactNode } from "react";
import type { Calls } from "../../../contracts/calls.ts";
import type { ShopIdentity } from "../../../contracts/pages/site.ts";
import type { Column } from "../layout/admin-table.tsx";

/** The record types that share these screens, named as in the API's paths. */
export type Kind = "products" | "courses" | "blogs" | "experts" | "coupons";

/** The kinds with a public page. Their records may be drafts. */
export type PageKind = Exclude<Kind, "coupons">;

export type RecordOf<K extends Kind> = Calls[`GET /api/${K}/:id`]["reply"];

export interface FieldsProps<T> {
  /** The initial values; undefined for a new record. */
  record: T | undefined;
  /** The last saved version known here. Differs from `record` after an edit conflict. */
  latest: T | undefined;
  errors: Record<string, string | undefined>;
  /** The name, the initial value and the error of a field. */
  field: (name: keyof T & string) => {
    name: string;
    defaultValue: string | number | undefined;
    error: string | undefined;
  };
}

type FilterOptions = Readonly<Record<string, string>>;

/** A filter above the list: a query parameter of the API call and of the URL. */
export interface ListFilter {
  name: string;
  label: string;
  /** Value → label. The first value is empty and means no filter. Some options come from the shop's settings. */
  options: FilterOptions | ((shop: ShopIdentity) => FilterOptions);
}

/** Describes one kind of record for the shared list and form. */
export interface AdminResource<K extends Kind = Kind> {
  kind: K;
  noun: string;
  loadFailed: string;
  filters?: readonly ListFilter[];
  columns: readonly Column<RecordOf<K>>[];
  nameOf: (record: RecordOf<K>) => string;
  pictures?: {
    of: (record: RecordOf<K>) => string[];
    field: "images" | "image";
    max: number;
  };
  Fields: (props: FieldsProps<RecordOf<K>>) => ReactNode;
}

export const capitalize = (noun: string) => noun[0]!.toUpperCase() + noun.slice(1);

const publicPaths: Record<PageKind, string> = {
  products: "/product",
  courses: "/course",
  blogs: "/blogs",
  experts: "/experts",
};

export const hasPage = (kind: Kind): kind is PageKind => kind in publicPaths;

export const isDraft = (record: object) => "published" in record && record.published === false;

export const pagePath = (kind: PageKind, record: { _id: string }) =>
  isDraft(record) ? `/admin/preview/${kind}/${record._id}` : `${publicPaths[kind]}/${record._id}`;
