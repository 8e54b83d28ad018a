import type { z } from "zod";
import { findCategory, findSubCategory } from "../../contracts/categories.ts";
import { type Product, type ProductForm, product, productForm, productQuery } from "../../contracts/product.ts";
import { toPaise, toRupees } from "../platform/money.ts";
import { catalogueError } from "./errors.ts";
import { products } from "./product-table.ts";
import type { Place, Resource } from "./resource.ts";
import { searchTextOf } from "./search.ts";

function placeOf(category: string | undefined, subCategory: string | undefined): Place | "nowhere" | undefined {
  if (!category) return subCategory ? "nowhere" : undefined;
  const known = findCategory(category);
  if (!known) return "nowhere";
  if (!subCategory) return { category: known.name };
  const knownSub = findSubCategory(known.name, subCategory);
  return knownSub ? { category: known.name, subCategory: knownSub } : "nowhere";
}

/** With the stock the form was filled from, only the owner's own difference counts: what was sold meanwhile stays sold. */
function stockAfter({ stock, stockWas }: ProductForm, now: number | undefined) {
  return now === undefined || stockWas === undefined ? stock : Math.max(0, now + stock - stockWas);
}

export const productResource: Resource<typeof products, Product, z.output<typeof productQuery>, ProductForm> = {
  name: "product",
  path: "/products",
  notFound: () => catalogueError("product_not_found"),
  imageField: "images",
  maxImages: 20,
  table: products,
  item: product,
  query: productQuery,
  form: productForm,
  within: (query) => placeOf(query.category, query.subCategory),
  placedBy: ["category", "subCategory"],
  columns: (form, before) => ({
    title: form.title,
    description: form.description,
    category: form.category,
    subCategory: form.subCategory,
    pricePaise: toPaise(form.price),
    offerPricePaise: toPaise(form.offerPrice),
    stock: stockAfter(form, before?.stock),
    topSelling: form.topSelling,
    searchText: searchTextOf(form.title, form.description),
  }),
  toItem: (row) => ({
    _id: row.id,
    title: row.title,
    description: row.description,
    category: row.category,
    subCategory: row.subCategory,
    price: toRupees(row.pricePaise),
    offerPrice: toRupees(row.offerPricePaise),
    stock: row.stock,
    images: row.images,
    topSelling: row.topSelling,
    createdAt: row.createdAt.toISOString(),
    version: row.version,
  }),
  titleOf: ({ title }) => title,
};
