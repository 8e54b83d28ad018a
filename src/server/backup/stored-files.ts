import type { Pool } from "pg";
import { allFilesOfImage, filesOfImage } from "../../contracts/catalogue/image-rules.ts";
import { quoteTable, readTables, type Table } from "./shop-tables.ts";

const hasColumn = (name: string, type: string) => (table: Table) =>
  table.columns.some((column) => column.name === name && column.type === type);

/** A query for the pictures of all records and the PDFs of all documents, as `image`. Finds new tables by itself. */
export function selectImages(tables: Table[]) {
  const pictures = tables
    .filter(hasColumn("images", "text[]"))
    .map(({ name }) => `select unnest(images) as image from ${quoteTable(name)}`);
  const papers = tables
    .filter(hasColumn("pdf_hash", "text"))
    .map(({ name }) => `select pdf_hash || '.pdf' as image from ${quoteTable(name)} where pdf_hash is not null`);
  const selects = [...pictures, ...papers];
  return selects.length > 0 ? selects.join(" union ") : "select ''::text as image where false";
}

const isPaper = (image: string) => image.endsWith(".pdf");

/** The names of the files behind one of these images. */
export const namesOf = (image: string) => (isPaper(image) ? [image] : filesOfImage(image));

/** The names of all files that a record shows, also those that only an earlier version of the shop stored. */
export async function readKnownFiles(pool: Pool) {
  const { rows } = await pool.query<{ image: string }>(selectImages(await readTables(pool)));
  return rows.flatMap(({ image }) => (isPaper(image) ? [image] : allFilesOfImage(image)));
}
