import { z } from "zod";
import { MAX_TITLE_LENGTH } from "../field-rules.ts";
import {
  fieldsFor,
  flag,
  formText,
  optionalChoice,
  optionalFact,
  optionalNumberFact,
  optionalRupees,
  optionalRupeesFact,
  optionalText,
  optionalWholeNumber,
  recordFields,
  recordFormFields,
  requiredRupees,
  requiredText,
} from "../fields.ts";
import { inJson, jsonTexts } from "../json-form.ts";
import { searchQuery, sortField } from "../list.ts";
import {
  MAX_FILTER_LENGTH,
  MAX_FILTER_RUPEES,
  ownerSortOrders,
  productSortOrders,
  stockFilters,
} from "../list-rules.ts";
import { rating } from "../reviews/review.ts";
import { optionalTaxClass } from "../settings/seller-settings.ts";
import type { Settings } from "../settings/settings.ts";
import { findCategory, findNamed, findSubCategory } from "./category-rules.ts";
import {
  type ListFact,
  LOW_STOCK,
  listFacts,
  MAX_FACT_VALUES,
  MAX_WEIGHT_GRAMS,
  makerRoles,
  textFacts,
} from "./product-rules.ts";
import { optionalVariants } from "./variant.ts";

export const variant = z.object({
  _id: z.string(),
  name: z.string(),
  stock: z.int(),
  price: z.number().optional().describe("Absent: the product's price and offer price."),
  offerPrice: z.number().optional(),
});
export type Variant = z.infer<typeof variant>;

export const product = z.object({
  _id: z.string(),
  title: z.string(),
  description: z.string(),
  category: z.string(),
  subCategory: z.string().nullable(),
  price: z.number(),
  offerPrice: z.number(),
  stock: z.int().describe("Of a product with sizes: the sum of theirs."),
  variants: z.array(variant).optional().describe("The sizes, in the owner's order; absent without any."),
  images: z.array(z.string()),
  topSelling: z.boolean(),
  stone: z.string(),
  material: z.string(),
  metal: z.string().describe("Such as Silver or Gold-plated."),
  size: z.string(),
  weightGrams: z.number().nullable(),
  originCountry: z.string(),
  certificate: z.string(),
  ...fieldsFor(listFacts, () => z.array(z.string()).describe("Names of the owner's list.")),
  netQuantity: z.string().optional().describe("On the label, such as `1 N` or `50 g`."),
  maker: z.string().optional().describe("Name and address of who made, packed or imported it."),
  makerRole: z.enum(makerRoles).optional().describe("With `maker`."),
  mrp: z.number().optional().describe("Maximum retail price in rupees, inclusive of all taxes."),
  taxClass: z.string().optional().describe("The id of its own tax class. Only the owner sees it."),
  rating: rating.optional(),
  ...recordFields,
});
export type Product = z.infer<typeof product>;

const rupeesInQuery = (label: string, min: number) =>
  z.coerce
    .number(`${label} must be a number.`)
    .min(min, `${label} must be at least ${min}.`)
    .max(MAX_FILTER_RUPEES, `${label} is too large.`)
    .optional();

const yesInQuery = (label: string) => z.enum(["true", "false"], `${label} must be true or false.`).optional();

const factInQuery = (label: string) =>
  z.string(`${label} must be one text.`).max(MAX_FILTER_LENGTH, `${label} is too long.`).optional();

export const productQuery = searchQuery.extend({
  category: z.string("Category must be text.").max(100, "Category must be at most 100 characters.").optional(),
  subCategory: z
    .string("Sub category must be text.")
    .max(100, "Sub category must be at most 100 characters.")
    .optional(),
  sort: sortField([...productSortOrders, ...ownerSortOrders]),
  minPrice: rupeesInQuery("Lowest price", 0).describe("In rupees, compared with `offerPrice`."),
  maxPrice: rupeesInQuery("Highest price", 1),
  inStock: yesInQuery("In stock").describe("`true`: only products that can be bought."),
  stone: factInQuery("Stone").describe("Exactly this `stone`."),
  origin: factInQuery("Origin").describe("Exactly this `originCountry`."),
  metal: factInQuery("Metal").describe("Exactly this `metal`."),
  ...fieldsFor(listFacts, ({ label }) => factInQuery(label).describe("A name or slug of the owner's list.")),
  topSelling: yesInQuery("Top selling").describe("`true`: only products marked as top selling."),
  stock: z
    .enum(stockFilters, `Stock must be one of: ${stockFilters.join(", ")}.`)
    .optional()
    .describe(`\`in\`: at least one piece; \`low\`: ${LOW_STOCK} or fewer, sold out included; \`out\`: none.`),
  published: yesInQuery("Published").describe("`false`: only drafts, for the owner. Everybody else sees none."),
});
/** The query of a product list, without a selection by `ids`. */
export type ProductQuery = Omit<z.output<typeof productQuery>, "ids">;

export const facetQuery = productQuery.omit({
  page: true,
  limit: true,
  match: true,
  ids: true,
  stock: true,
  published: true,
});
export type FacetQuery = z.output<typeof facetQuery>;

const facet = z.array(z.object({ value: z.string(), count: z.int() }));

/** The options of the filters. Each facet counts the products that match the other filters, most frequent first. */
export const productFacets = z.object({
  stones: facet,
  origins: facet,
  metals: facet,
  ...fieldsFor(listFacts, () => facet),
  minPrice: z.number().nullable(),
  maxPrice: z.number().nullable(),
  inStock: z.int().describe("Products that can be bought."),
});
export type ProductFacets = z.infer<typeof productFacets>;

export const relatedProducts = z.object({
  sameStone: z.array(product).describe("At most 4, newest first."),
  alsoLike: z.array(product).describe("Of the same sub category or category; at most 4, newest first."),
});
export type RelatedProducts = z.infer<typeof relatedProducts>;

const productFields = z.object({
  title: requiredText("Title", MAX_TITLE_LENGTH),
  description: optionalText("Description", 10_000),
  category: requiredText("Category", 100),
  subCategory: optionalText("Sub category", 100),
  price: requiredRupees("Price", { min: 1 }),
  offerPrice: optionalRupees("Offer price", { min: 0 }),
  stock: optionalWholeNumber("Stock", { min: 0 }).transform((stock) => stock ?? 0),
  stockWas: optionalWholeNumber("Stock before", { min: 0 }).describe(
    "The stock the form was filled from: what was sold meanwhile is then not put back on the shelf.",
  ),
  variants: optionalVariants.describe(
    "The sizes as a JSON list of `{_id?, name, stock, stockWas?, price?, offerPrice?}`. Their stock replaces `stock`.",
  ),
  topSelling: flag("Top selling"),
  ...fieldsFor(textFacts, ({ label, max }) => optionalFact(label, max)),
  weightGrams: optionalNumberFact("Weight", { min: 0.01, max: MAX_WEIGHT_GRAMS }),
  netQuantity: optionalFact("Net quantity", 60),
  maker: optionalFact("Name and address", 300),
  makerRole: optionalChoice("Role", makerRoles),
  mrp: optionalRupeesFact("MRP", { min: 1 }),
  ...recordFormFields,
});

/** Names of the owner's list, separated by semicolons. Absent: they stay as they are. */
const namesOf = (label: string, known: Settings["facts"][ListFact]) =>
  formText(label, 1_000)
    .describe("Names of the owner's list, separated by semicolons.")
    .transform((raw, ctx) => {
      const given = raw.split(/[;\n]/).map((name) => name.trim());
      const found = new Set<string>();
      for (const text of given.filter(Boolean)) {
        const name = findNamed(known, text)?.name;
        if (name) found.add(name);
        else ctx.addIssue(`“${text}” is not one of: ${known.map(({ name }) => name).join("; ")}.`);
      }
      if (found.size > MAX_FACT_VALUES) ctx.addIssue(`${label} can have at most ${MAX_FACT_VALUES} values.`);
      return [...found];
    })
    .optional()
    .register(inJson, jsonTexts(label, ";", MAX_FACT_VALUES, 60));

export const productForm = ({ categories: { categories }, facts, tax }: Settings) =>
  productFields
    .extend({
      taxClass: optionalTaxClass(tax.classes),
      ...fieldsFor(listFacts, ({ name, plural }) => namesOf(plural, facts[name])),
      category: productFields.shape.category.refine(
        (text) => findCategory(categories, text),
        "Choose one of the shop's categories.",
      ),
    })
    .transform((form, ctx) => {
      const refuse = (field: string, message: string) => ctx.addIssue({ code: "custom", path: [field], message });
      const category = findCategory(categories, form.category)!;
      const subCategory = findSubCategory(category, form.subCategory);
      if (category.subCategories.length > 0 && !subCategory) {
        const names = category.subCategories.map(({ name }) => name).join(", ");
        const problem = form.subCategory
          ? `Choose one of the ${category.name} sub categories`
          : "Sub category is required";
        refuse("subCategory", `${problem}: ${names}.`);
      }
      const offerPrice = form.offerPrice ?? form.price;
      if (offerPrice > form.price) refuse("offerPrice", "Offer price cannot be higher than the price.");
      return { ...form, category: category.name, subCategory: subCategory?.name ?? null, offerPrice };
    });
export type ProductForm = z.output<ReturnType<typeof productForm>>;
