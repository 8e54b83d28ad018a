import { and, eq, getTableColumns, type InferInsertModel, type InferSelectModel } from "drizzle-orm";
import type { AnyPgColumn, PgTable } from "drizzle-orm/pg-core";
import type { z } from "zod";
import type { ActivityKind } from "../../contracts/activity-kinds.ts";
import type { SearchQuery } from "../../contracts/list.ts";
import type { ShopError } from "../platform/http/errors.ts";

/** A table of the catalogue: whatever else it has, it has these. */
export type ResourceTable = PgTable & Record<"id" | "images" | "searchText" | "version" | "createdAt", AnyPgColumn>;
export interface ResourceForm {
  keepImages?: string[] | undefined;
  version?: number | undefined;
}

/** Where among all records somebody looks: what certain columns hold. */
export type Place = Record<string, string>;

export const whereIn = (table: ResourceTable, place: Place | undefined) =>
  place && and(...Object.entries(place).map(([name, held]) => eq(getTableColumns(table)[name]!, held)));

/** Whom a record is shown to: some of what the owner sees is nobody else's business. */
export type Viewer = "public" | "owner";

/** What one kind of record brings; listing, paging, saving with pictures and deleting are the same for all. */
export interface Resource<
  T extends ResourceTable = ResourceTable,
  Item extends object = object,
  Query extends SearchQuery = SearchQuery,
  Form extends ResourceForm = ResourceForm,
> {
  /** Singular, as people say it: `product`. */
  name: ActivityKind;
  path: string;
  notFound: () => ShopError;
  imageField: string;
  maxImages: number;
  table: T;
  item: z.ZodType<Item>;
  query: z.ZodType<Query>;
  form: z.ZodType<Form>;
  /** What a query asks for beside words: a category, say; without one, all records, and nowhere for one that does not exist. */
  within?(query: Query): Place | "nowhere" | undefined;
  /** The columns that `within` may name. */
  placedBy?: readonly string[];
  /** What the form says in the table's words; an update knows the row it changes, which is locked. */
  columns(
    form: Form,
    before?: InferSelectModel<T>,
  ): Omit<InferInsertModel<T>, "id" | "images" | "version" | "createdAt">;
  toItem(row: InferSelectModel<T>, viewer: Viewer): Item;
  /** What people call a record. */
  titleOf(item: Item): string;
}
