import {
  and,
  asc,
  desc,
  eq,
  getTableColumns,
  type InferInsertModel,
  type InferSelectModel,
  type SQL,
} from "drizzle-orm";
import type { AnyPgColumn, PgTable } from "drizzle-orm/pg-core";
import type { z } from "zod";
import type { SearchQuery } from "../../contracts/list.ts";
import type { SortOrder } from "../../contracts/list-rules.ts";
import type { Settings } from "../../contracts/settings/settings.ts";

/** The columns that every table of the catalogue has. */
export type ResourceTable = PgTable &
  Record<"id" | "images" | "searchText" | "searchTitle" | "version" | "published" | "createdAt", AnyPgColumn> & {
    searchFacts?: AnyPgColumn;
  };
export interface ResourceForm {
  published?: boolean | undefined;
  keepImages?: string[] | undefined;
  version?: number | undefined;
}

/** The ids of what a search means, the best first. */
export type Matching = (q: string, kind: Resource["name"]) => Promise<string[]>;

export const isByMatch = ({ sort }: Pick<SearchQuery, "sort">) => sort === "match" || sort === "relevance";

/** Column name → required value. */
export type Filter = Record<string, string | boolean>;

export const filterWhere = (table: ResourceTable, filter: Filter | undefined) =>
  filter && and(...Object.entries(filter).map(([name, value]) => eq(getTableColumns(table)[name]!, value)));

export const idsIn = ({ ids }: Pick<SearchQuery, "ids">) => [...new Set(ids?.toLowerCase().split(","))];

/** Sorting by a column; equal values come newest first. */
export interface Sorting {
  column: AnyPgColumn | SQL;
  isDescending: boolean;
}

export function orderBy(table: ResourceTable, sorting: Sorting | undefined): SQL[] {
  const newest = [desc(table.createdAt), desc(table.id)];
  return sorting ? [(sorting.isDescending ? desc : asc)(sorting.column), ...newest] : newest;
}

/**
 * Who reads a record. The owner sees drafts and all fields, the public neither. `checkout` prices a cart: no drafts,
 * but the fields that an order stores.
 */
export type Viewer = "public" | "checkout" | "owner";

export const seesDrafts = (viewer: Viewer) => viewer === "owner";

/** The only place that hides drafts and archived records: every query of the catalogue uses it. */
export const visibleTo = (viewer: Viewer, { hasArchive = false }: Pick<Resource, "hasArchive"> = {}): Filter => ({
  ...(!seesDrafts(viewer) && { published: true }),
  ...(hasArchive && { archived: false }),
});

/** What differs between kinds of records. Listing, paging, saving with pictures and deleting are shared. */
export interface Resource<
  T extends ResourceTable = ResourceTable,
  Item extends object = object,
  Query extends SearchQuery = SearchQuery,
  Form extends ResourceForm = ResourceForm,
> {
  name: "product" | "course" | "expert" | "blog";
  path: string;
  imageField: string;
  maxImages: number;
  /** Form fields with several values, which may be sent several times. */
  listFields?: readonly string[];
  table: T;
  item: z.ZodType<Item>;
  query: z.ZodType<Query>;
  formFor(settings: Settings): z.ZodType<Form>;
  /** The filter of a query, for example its category. `"nothing"`: no record can match, such as an unknown category. */
  filterFor?(query: Query, settings: Settings): Filter | "nothing" | undefined;
  /** Conditions with free values, for example a price range. */
  conditionsFor?(query: Query, settings: Settings): SQL | undefined;
  /** Sort orders beyond `newest` and `match`. */
  sorts?: Partial<Record<SortOrder, Sorting>>;
  /** Cache tags of exact figures that change without an edit, such as stock. */
  volatileTags?: { list(): readonly string[]; record(id: string): readonly string[] };
  /** Form → columns. An update also gets the row it changes, which is locked. */
  columns(
    form: Form,
    before?: InferSelectModel<T>,
  ): Omit<InferInsertModel<T>, "id" | "images" | "version" | "published" | "createdAt">;
  toItem(row: InferSelectModel<T>, viewer: Viewer): Item;
  /** Whether its table has `archived`: a record that others still need is archived instead of deleted. */
  hasArchive?: boolean;
  titleOf(item: Item): string;
}

interface RecordRow {
  id: string;
  searchText: string;
  searchTitle: string;
  createdAt: Date;
  ratingSum?: number;
  ratingCount?: number;
}

/** What every record shows alike: its id, when it was made and, when it has reviews, its `rating`. */
export function toRecord<Row extends RecordRow>(row: Row) {
  const { id, searchText, searchTitle, createdAt, ratingSum = 0, ratingCount: count = 0, ...shown } = row;
  const rating = count > 0 && { rating: { average: Math.round((100 * ratingSum) / count) / 100, count } };
  return { ...shown, _id: id, createdAt: createdAt.toISOString(), ...rating };
}

/** Fields that are missing in the form stay unchanged, so that scripts need not know every field. */
export function keepAbsent<Fields extends object>(
  defaults: Fields,
  form: { [Name in keyof Fields]?: Fields[Name] | undefined },
  before: NoInfer<Fields> = defaults,
): Fields {
  const names = Object.keys(defaults) as (keyof Fields)[];
  return Object.fromEntries(
    names.map((name) => [name, form[name] === undefined ? before[name] : form[name]]),
  ) as Fields;
}

export const toColumns = <T extends ResourceTable, Form extends ResourceForm>(
  resource: Pick<Resource<T, object, SearchQuery, Form>, "columns">,
  form: Form,
  before?: InferSelectModel<T> & { published: boolean },
) => ({ ...resource.columns(form, before), published: form.published ?? before?.published ?? true });
