import type { FacetQuery } from "../../contracts/catalogue/product.ts";
import { blogResource } from "./blog.ts";
import { categoriesOf, createCategoryChanges } from "./categories.ts";
import { courseResource, createStartedCourses } from "./course.ts";
import { createDemoRecords } from "./demo-records.ts";
import type { CatalogueDeps } from "./deps.ts";
import { createExpertNames, createHasHours, expertResource, findCurrentExperts } from "./expert.ts";
import { countFacets } from "./facets.ts";
import { createFactChanges } from "./fact-changes.ts";
import { catalogueFigures } from "./figures.ts";
import { productColumns } from "./import/product-file.ts";
import { createProductImport } from "./import/run-import.ts";
import { duplicateProduct, findRelated, productResource } from "./product.ts";
import { exportProducts, readPublished } from "./read-products.ts";
import { createResourceService } from "./resource-service.ts";
import { createSearchCounts } from "./search-counts.ts";
import { createSiteSearch } from "./site-search.ts";
import { createStock, piecesOf } from "./stock.ts";
import { createSuggestions } from "./suggestions.ts";
import { keepUsedClasses, requireClasses } from "./used-tax-classes.ts";

export function createCatalogue(deps: CatalogueDeps) {
  const siteSearch = createSiteSearch(deps);
  const withSearch = { ...deps, matching: siteSearch.matching };
  const products = createResourceService(productResource, withSearch);
  const courses = createResourceService(courseResource, withSearch);
  const experts = createResourceService(expertResource, withSearch, deps.findExpertReferences);
  const blogs = createResourceService(blogResource, withSearch);
  const suggestions = createSuggestions(deps);
  const searches = createSearchCounts({ ...deps, isKnownWords: siteSearch.isKnownWords });
  deps.settings.beforePublish("categories", createCategoryChanges(deps));
  deps.settings.beforePublish("facts", createFactChanges(deps));
  deps.settings.beforePublish("tax", keepUsedClasses);
  deps.settings.beforePublish("packages", requireClasses);
  return {
    products: { ...products, list: searches.watch(products.list) },
    courses,
    experts,
    blogs,
    suggestions,
    searches,
    async search(q: string) {
      const reply = await siteSearch.search(q);
      await searches.noteSearch(q, reply);
      return reply;
    },
    stock: createStock(deps),
    demo: createDemoRecords(deps),
    dropStartedCourses: createStartedCourses(deps),
    expertNames: createExpertNames(deps),
    findCurrentExperts,
    setHasHours: createHasHours(deps),
    piecesOf,
    async figures() {
      const [figures, unfound, found] = await Promise.all([
        catalogueFigures(deps.db),
        searches.listTop({ found: false }),
        searches.listTop({ found: true }),
      ]);
      return { ...figures, unfound, topSearches: found.map(({ term, count }) => ({ term, count })) };
    },
    categoriesOf: (productIds: string[]) => categoriesOf(deps.db, productIds),
    findRelated: (id: string) => findRelated(deps.db, id),
    countFacets: async (query: FacetQuery) =>
      countFacets(deps.db, query, await deps.settings.read(), siteSearch.matching),
    exportProducts: () => ({ columns: productColumns, records: exportProducts(deps.db) }),
    readPublished: () => readPublished(deps.db),
    importProducts: createProductImport({ ...deps, insert: products.insert }),
    duplicateProduct: (id: string, by: string) => duplicateProduct({ images: deps.images, products }, id, by),
  };
}
export type { Pieces } from "./stock.ts";
export type Catalogue = ReturnType<typeof createCatalogue>;
