import type { FacetQuery } from "../../contracts/catalogue/product.ts";
import type { Transaction } from "../platform/database/database.ts";
import { blogResource } from "./blog.ts";
import { categoriesOf, createCategoryChanges } from "./categories.ts";
import { courseResource, createStartedCourses } from "./course.ts";
import { createDemoRecords } from "./demo-records.ts";
import { createExpertNames, createHasHours, expertResource, findCurrentExperts } from "./expert.ts";
import { countFacets } from "./facets.ts";
import { createFactChanges } from "./fact-changes.ts";
import { catalogueFigures } from "./figures.ts";
import { productColumns } from "./import/product-file.ts";
import { createProductImport } from "./import/run-import.ts";
import { duplicateProduct, findRelated, productResource } from "./product.ts";
import { exportProducts, readPublished } from "./read-products.ts";
import { createResourceService, type FindReferences, type ResourceDeps } from "./resource-service.ts";
import { createStock, piecesOf } from "./stock.ts";
import { createSuggestions } from "./suggestions.ts";
import { createUnfoundSearches } from "./unfound-searches.ts";
import { keepUsedClasses, requireClasses } from "./used-tax-classes.ts";

export interface CatalogueDeps extends ResourceDeps {
  /** The appointments of experts. Locks their time. */
  findExpertReferences: FindReferences;
  /** Removes the appointments among these ids; ignores other records. */
  removeDemoAppointments(tx: Transaction, ids: string[]): Promise<void>;
}

export function createCatalogue(deps: CatalogueDeps) {
  const products = createResourceService(productResource, deps);
  const courses = createResourceService(courseResource, deps);
  const experts = createResourceService(expertResource, deps, deps.findExpertReferences);
  const blogs = createResourceService(blogResource, deps);
  const suggestions = createSuggestions(deps);
  const unfound = createUnfoundSearches(deps, suggestions);
  deps.settings.beforePublish("categories", createCategoryChanges(deps));
  deps.settings.beforePublish("facts", createFactChanges(deps));
  deps.settings.beforePublish("tax", keepUsedClasses);
  deps.settings.beforePublish("packages", requireClasses);
  return {
    products: { ...products, list: unfound.watch(products.list) },
    courses,
    experts,
    blogs,
    suggestions,
    unfound,
    stock: createStock(deps),
    demo: createDemoRecords(deps),
    dropStartedCourses: createStartedCourses(deps),
    expertNames: createExpertNames(deps),
    findCurrentExperts,
    setHasHours: createHasHours(deps),
    piecesOf,
    figures: async () => ({ ...(await catalogueFigures(deps.db)), unfound: await unfound.list() }),
    categoriesOf: (productIds: string[]) => categoriesOf(deps.db, productIds),
    findRelated: (id: string) => findRelated(deps.db, id),
    countFacets: async (query: FacetQuery) => countFacets(deps.db, query, await deps.settings.read()),
    exportProducts: () => ({ columns: productColumns, records: exportProducts(deps.db) }),
    readPublished: () => readPublished(deps.db),
    importProducts: createProductImport({ ...deps, insert: products.insert }),
    duplicateProduct: (id: string, by: string) => duplicateProduct({ images: deps.images, products }, id, by),
  };
}
export type { Pieces } from "./stock.ts";
export type Catalogue = ReturnType<typeof createCatalogue>;
