import type { z } from "zod";
import * as contract from "../../contracts/agents/agent-catalogue.ts";
import { findNamed, slugOf } from "../../contracts/catalogue/category-rules.ts";
import { toRupees } from "../../contracts/money.ts";
import { parseItem } from "../../contracts/orders/item-rules.ts";
import type { Settings } from "../../contracts/settings/settings.ts";
import type { Catalogue } from "../catalogue/service.ts";
import type { SettingsService } from "../settings/service.ts";
import { protocolError } from "./errors.ts";
import { CONSULTATIONS, CURRENCY, createListings, type Listing } from "./listings.ts";
import { type Capability, envelope, failure, type Operation, operationsOf } from "./operations.ts";

const DEFAULT_LIMIT = 10;
const MAX_LIMIT = 50;
const MAX_OF_A_KIND = 100;

/** One list of a search, read in pages. */
type Source = (page: { page: number; limit: number }) => Promise<Listing[]>;

async function readSlice(source: Source, offset: number, limit: number) {
  const page = Math.floor(offset / limit) + 1;
  const skipped = offset % limit;
  const first = await source({ page, limit });
  const second = skipped > 0 && first.length === limit ? await source({ page: page + 1, limit }) : [];
  return [...first, ...second].slice(skipped, skipped + limit);
}

/** One page over the sources, one after the other. A cursor is the source and the offset in it of the next listing. */
async function readPage(sources: Source[], cursor: string, limit: number) {
  const position = cursor ? Buffer.from(cursor, "base64url").toString() : "0.0";
  if (!/^\d{1,2}\.\d{1,7}$/.test(position)) throw protocolError("invalid_request", { message: "This is no cursor." });
  let [source = 0, offset = 0] = position.split(".").map(Number);
  const found: { listing: Listing; position: string }[] = [];
  for (; source < sources.length && found.length <= limit; source += 1, offset = 0) {
    const items = await readSlice(sources[source]!, offset, limit + 1 - found.length);
    found.push(...items.map((listing, i) => ({ listing, position: `${source}.${offset + i}` })));
  }
  const next = found[limit] && { cursor: Buffer.from(found[limit].position).toString("base64url") };
  const products = found.slice(0, limit).map(({ listing }) => listing);
  return { products, pagination: { has_next_page: next !== undefined, ...next } };
}

/** The filters that apply, and what to say about one that does not. */
function readFilters({ filters = {}, context }: contract.FilteredRequest) {
  const isForeign = context?.currency !== undefined && context.currency.toUpperCase() !== CURRENCY;
  const price = isForeign ? undefined : filters.price;
  const content = `Prices are in ${CURRENCY}: the price filter was not applied.`;
  const messages = isForeign && filters.price ? [{ type: "info", code: "price_filter_ignored", content }] : [];
  return { price, slugs: filters.categories?.map(slugOf), messages };
}
type Filters = ReturnType<typeof readFilters>;

const isWanted =
  ({ price: { min = 0, max = Infinity } = {}, slugs }: Filters) =>
  ({ price_range, categories }: Listing) =>
    price_range.max.amount >= min &&
    price_range.min.amount <= max &&
    (!slugs || categories.some(({ value }) => slugs.includes(slugOf(value))));

/** The categories of products with these names, and the sub categories of the others. No product is in two of them. */
const placesOf = ({ categories }: Settings["categories"], slugs: string[]) =>
  categories.flatMap((one) => {
    const isNamed = (place: { id: string; name: string }) => slugs.some((slug) => findNamed([place], slug));
    const category = one.name;
    if (isNamed(one)) return [{ category }];
    return one.subCategories.filter(isNamed).map(({ name: subCategory }) => ({ category, subCategory }));
  });

const withMessages = (messages: object[]) => (messages.length > 0 ? { messages } : {});
type Variant = Listing["variants"][number];
const isAvailable = ({ availability }: Variant) => availability.available;
const featured = (variants: Variant[]) => variants.find(isAvailable) ?? variants[0];
const hasOption = (wanted: contract.SelectedOption) => (variant: Variant) =>
  variant.options.some(({ name, label }) => name === wanted.name && label === wanted.label);

/** The chosen variant first. Options that nothing has are given up. */
function toDetails(listing: Listing, { id, selected = [] }: z.output<typeof contract.productRequest>) {
  const wanted = selected.filter((option) => listing.variants.some(hasOption(option)));
  const matching = listing.variants.filter((variant) => wanted.every((option) => hasOption(option)(variant)));
  const named = wanted.length === 0 ? matching.find((variant) => variant.id === id) : undefined;
  const chosen = named ?? featured(matching) ?? featured(listing.variants)!;
  const variants = [chosen, ...listing.variants.filter((variant) => variant !== chosen)];
  return { ...listing, variants, ...(chosen.options.length > 0 && { selected: chosen.options }) };
}

export type CatalogueDeps = { catalogue: Catalogue; settings: SettingsService; publicUrl: string };

export function catalogueOperations({ catalogue, settings, publicUrl }: CatalogueDeps) {
  const { ofProduct, ofCourse, ofExpert, ofPackage } = createListings(publicUrl);

  const answer =
    <Body>(capability: Capability, read: (body: Body) => Promise<object | undefined>): Operation["handle"] =>
    async ({ agent, body }) => {
      const found = await read(body as Body);
      if (!found) return failure("not_found", "The shop does not sell this.", `${publicUrl}/`);
      return { status: 200, body: { ucp: envelope(agent, capability), ...found } };
    };

  function sourcesFor({ categories, packages }: Settings, q: string | undefined, filters: Filters): Source[] {
    const query = { q, sort: q ? ("relevance" as const) : undefined };
    const { min, max } = filters.price ?? {};
    const prices = { minPrice: min && toRupees(min), maxPrice: max && toRupees(max) };
    const products =
      (category: object): Source =>
      async (page) =>
        (await catalogue.products.list({ ...query, ...prices, ...category, ...page }, "public")).items.map(ofProduct);
    const words = (q ?? "").toLowerCase().split(/\s+/);
    const isMeant = ({ title, description: { plain } }: Listing) =>
      words.every((word) => `${title} ${plain} ${CONSULTATIONS}`.toLowerCase().includes(word));
    const others: Source = async ({ page, limit }) => {
      const some = { ...query, limit: MAX_OF_A_KIND };
      const courses = (await catalogue.courses.list(some, "public")).items.map(ofCourse);
      const experts = (await catalogue.experts.list(some, "public")).items.flatMap(ofExpert);
      const all = [...courses, ...experts, ...packages.packages.map(ofPackage).filter(isMeant)];
      return all.filter(isWanted(filters)).slice((page - 1) * limit, page * limit);
    };
    return [...(filters.slugs ? placesOf(categories, filters.slugs) : [{}]).map(products), others];
  }

  /** What is sold under these ids of products and variants, by each of its ids. */
  async function findListings(ids: string[]) {
    const productIds = ids.flatMap((itemId) => parseItem({ itemType: "product", itemId }).productId ?? []);
    const expertIds = ids.map((itemId) => parseItem({ itemType: "consultancy", itemId }).expertId ?? itemId);
    const [{ packages }, products, courses, experts] = await Promise.all([
      settings.readForSale(),
      catalogue.products.findMany(productIds, "public"),
      catalogue.courses.findMany(ids, "public"),
      catalogue.experts.findMany(expertIds, "public"),
    ]);
    const pieces = [...products.values()].map(ofProduct);
    const others = [...[...courses.values()].map(ofCourse), ...[...experts.values()].flatMap(ofExpert)];
    const listings = [...pieces, ...others, ...packages.packages.map(ofPackage)];
    return new Map(listings.flatMap((one) => [one, ...one.variants].map(({ id }) => [id, one] as const)));
  }

  async function search(body: z.output<typeof contract.searchRequest>) {
    const filters = readFilters(body);
    const { cursor = "", limit = DEFAULT_LIMIT } = body.pagination ?? {};
    const sources = sourcesFor(await settings.readForSale(), body.query?.trim() || undefined, filters);
    return { ...(await readPage(sources, cursor, Math.min(limit, MAX_LIMIT))), ...withMessages(filters.messages) };
  }

  async function lookup(body: z.output<typeof contract.lookupRequest>) {
    const ids = [...new Set(body.ids)];
    const found = await findListings(ids);
    const filters = readFilters(body);
    const listings = new Set(ids.flatMap((id) => found.get(id) ?? []));
    const products = [...listings].filter(isWanted(filters)).map((listing) => {
      const representative = ids.includes(listing.id) ? featured(listing.variants) : undefined;
      const variants = listing.variants.map((variant) => {
        const inputs = ids.includes(variant.id) ? [{ id: variant.id, match: "exact" }] : [];
        if (variant === representative && variant.id !== listing.id) inputs.push({ id: listing.id, match: "featured" });
        return { ...variant, inputs };
      });
      return { ...listing, variants: variants.filter(({ inputs }) => inputs.length > 0) };
    });
    const missing = ids.filter((id) => !found.has(id));
    const unknown = missing.map((id) => ({ type: "info", code: "not_found", content: `Nothing has the id ${id}.` }));
    return { products, ...withMessages([...filters.messages, ...unknown]) };
  }

  async function find(body: z.output<typeof contract.productRequest>) {
    const listing = (await findListings([body.id])).get(body.id);
    return listing && { product: toDetails(listing, body) };
  }

  const toSearch = "Search crystals, courses, experts and consultation packages. Prices are in paise (INR).";
  const toFind = "Read one product with all its variants, by the id of the product or of a variant.";
  const toLookUp = "Read products or variants by their ids.";
  const [searching, lookingUp] = ["dev.ucp.shopping.catalog.search", "dev.ucp.shopping.catalog.lookup"] as const;
  const lookups = operationsOf(lookingUp, "catalog");
  const searches = operationsOf(searching, "catalog");
  return [
    searches("search_catalog", "POST /catalog/search", toSearch, answer(searching, search), contract.searchRequest),
    lookups("lookup_catalog", "POST /catalog/lookup", toLookUp, answer(lookingUp, lookup), contract.lookupRequest),
    lookups("get_product", "POST /catalog/product", toFind, answer(lookingUp, find), contract.productRequest),
  ];
}
