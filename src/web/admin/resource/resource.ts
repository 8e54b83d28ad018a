import type { ReactNode } from "react";
import type { Calls } from "../../../contracts/calls.ts";
import type { Column } from "../layout/admin-table.tsx";

/** The kinds of record that share these screens, as the API names them. */
export type Kind = "products" | "courses" | "blogs" | "experts";

export type RecordOf<K extends Kind> = Calls[`GET /api/${K}/:id`]["reply"];

export interface FieldsProps<T> {
  /** What the fields are filled from; nothing for a new record. */
  record: T | undefined;
  /** The record as it is known to be saved: the same, until the owner has seen what somebody else saved meanwhile. */
  latest: T | undefined;
  /** What is wrong with which field. */
  errors: Record<string, string | undefined>;
}

/** What a kind of record brings to the screen that all of them share. */
export interface Resource<K extends Kind = Kind> {
  kind: K;
  /** What one is called: `product`. */
  noun: string;
  title: string;
  loadFailed: string;
  columns: readonly Column<RecordOf<K>>[];
  nameOf: (record: RecordOf<K>) => string;
  imagesOf: (record: RecordOf<K>) => string[];
  imageField: "images" | "image";
  maxImages: number;
  Fields: (props: FieldsProps<RecordOf<K>>) => ReactNode;
}

/** `Product`: how messages begin. */
export const titleCase = (noun: string) => noun[0]!.toUpperCase() + noun.slice(1);
