import { and, inArray, type SQL, sql } from "drizzle-orm";
import { listFacts } from "../../contracts/catalogue/product-rules.ts";
import { toRupees } from "../../contracts/money.ts";
import type { Database } from "../platform/database/database.ts";
import { blogs } from "./blog-table.ts";
import { courses } from "./course-table.ts";
import { expertResource } from "./expert.ts";
import { experts } from "./expert-table.ts";
import { foldWords } from "./fold-words.ts";
import { products } from "./product-table.ts";
import { readPages } from "./read-products.ts";
import { filterWhere, type ResourceTable, visibleTo } from "./resource.ts";
import { type SearchDoc, type SearchKind, valueKey } from "./search-index.ts";

const split = (text: string) => foldWords(text).split(" ").filter(Boolean);
const firstImage = (table: ResourceTable) => sql<string | null>`${table.images}[1]`;

interface CommonRow {
  id: string;
  title: string;
  image: string | null;
  createdAt: Date;
  paise: number | null;
}

const toDoc = (kind: SearchKind, path: string, row: CommonRow): SearchDoc => ({
  ...{ kind, _id: row.id, title: row.title, url: `${path}/${row.id}`, image: row.image ?? undefined },
  price: row.paise === null ? undefined : toRupees(row.paise),
  createdAt: row.createdAt.getTime(),
  ...{ inStock: true, words: split(row.title), facts: [], values: [] },
});

async function* readProducts(db: Database, filter: SQL | undefined): AsyncGenerator<SearchDoc[]> {
  const { id, title, createdAt, category, subCategory, stone, metal, originCountry, canBeBought, variants } = products;
  const texts = { title, category, subCategory, stone, metal, originCountry };
  // JSON is parsed faster than an array of PostgreSQL.
  const lists = Object.fromEntries(
    listFacts.map(({ name }) => [name, sql<string[]>`to_json(${products[name]})`]),
  ) as Record<(typeof listFacts)[number]["name"], SQL<string[]>>;
  const columns = {
    id,
    createdAt,
    ...texts,
    ...lists,
    canBeBought,
    variants,
    paise: products.offerPricePaise,
    image: firstImage(products),
  };
  const isVisible = and(filterWhere(products, visibleTo("public")), filter);
  const select = (after?: SQL) => db.select(columns).from(products).where(and(isVisible, after));
  for await (const rows of readPages(products, select))
    yield rows.map((row) => {
      const value = (kind: string, name: string | null) => (name ? [valueKey(kind, foldWords(name))] : []);
      const sizes = row.variants.filter(({ stock, hidden }) => stock > 0 && !hidden).map(({ name }) => foldWords(name));
      return {
        ...toDoc("product", "/product", row),
        inStock: row.canBeBought,
        values: [
          ...value("category", row.category),
          ...value("subCategory", row.subCategory),
          ...value("stone", row.stone),
          ...value("metal", row.metal),
          ...value("origin", row.originCountry),
          ...listFacts.flatMap(({ name }) => row[name].flatMap((fact) => value(name, fact))),
          // “16 cm” is found by “size 16” and by “16 cm”.
          ...sizes
            .flatMap((size) => [size, ...(size.match(/\d+(?:\.\d+)?/g) ?? [])])
            .map((size) => valueKey("size", size)),
        ],
      };
    });
}

async function* readCourses(db: Database, filter: SQL | undefined): AsyncGenerator<SearchDoc[]> {
  const { id, title, createdAt, shortDescription, language, syllabus } = courses;
  const columns = {
    id,
    title,
    createdAt,
    shortDescription,
    language,
    syllabus,
    paise: courses.offerPricePaise,
    image: firstImage(courses),
  };
  const isVisible = and(filterWhere(courses, visibleTo("public")), filter);
  const select = (after?: SQL) => db.select(columns).from(courses).where(and(isVisible, after));
  for await (const rows of readPages(courses, select))
    yield rows.map((row) => ({
      ...toDoc("course", "/course", row),
      facts: split([row.shortDescription, row.language, ...row.syllabus.map((part) => part.title)].join(" ")),
    }));
}

async function* readExperts(db: Database, filter: SQL | undefined): AsyncGenerator<SearchDoc[]> {
  const { id, name: title, createdAt, domain, languages } = experts;
  const topics = sql<string[]>`to_json(${experts.topics})`;
  const columns = {
    id,
    title,
    createdAt,
    domain,
    languages,
    topics,
    paise: experts.pricePaise,
    image: firstImage(experts),
  };
  const isVisible = and(filterWhere(experts, visibleTo("public", expertResource)), filter);
  const select = (after?: SQL) => db.select(columns).from(experts).where(and(isVisible, after));
  for await (const rows of readPages(experts, select))
    yield rows.map((row) => ({
      ...toDoc("expert", "/experts", row),
      facts: split([row.domain, row.languages, ...row.topics].join(" ")),
    }));
}

async function* readBlogs(db: Database, filter: SQL | undefined): AsyncGenerator<SearchDoc[]> {
  const { id, title, createdAt } = blogs;
  const columns = { id, title, createdAt, paise: sql<null>`null`, image: firstImage(blogs) };
  const isVisible = and(filterWhere(blogs, visibleTo("public")), filter);
  const select = (after?: SQL) => db.select(columns).from(blogs).where(and(isVisible, after));
  for await (const rows of readPages(blogs, select)) yield rows.map((row) => toDoc("blog", "/blogs", row));
}

const readers = { product: readProducts, course: readCourses, expert: readExperts, blog: readBlogs };
const tables = { product: products, course: courses, expert: experts, blog: blogs };

/** The published records of a kind, or those of these ids, in pages. */
export const readDocs = (db: Database, kind: SearchKind, ids?: string[]) =>
  readers[kind](db, ids && inArray(tables[kind].id, ids));
