import type { FacetQuery } from "../../contracts/catalogue/product.ts";
import type { Transaction } from "../platform/database/database.ts";
import { blogResource } from "./blog.ts";
import { categoriesOf } from "./categories-of.ts";
import { createCategoryChanges } from "./category-changes.ts";
import { courseResource } from "./course.ts";
import { findCurrentExperts } from "./current-experts.ts";
import { createDemoRecords } from "./demo-records.ts";
import { duplicateProduct } from "./duplicate.ts";
import { expertResource } from "./expert.ts";
import { createHasHours } from "./expert-hours.ts";
import { createExpertNames } from "./expert-names.ts";
import { countFacets } from "./facets.ts";
import { catalogueFigures } from "./figures.ts";
import { exportProducts } from "./import/columns.ts";
import { createProductImport } from "./import/run-import.ts";
import { productResource } from "./product.ts";
import { findRelated } from "./related.ts";
import { createResourceService, type FindReferences, type ResourceDeps } from "./resource-service.ts";
import { createStartedCourses } from "./started-courses.ts";
import { createStock, piecesOf } from "./stock.ts";

interface CatalogueDeps extends ResourceDeps {
  /** The appointments of experts. Locks their time. */
  findExpertReferences: FindReferences;
  removeDemoAppointments(tx: Transaction, ids: string[]): Promise<void>;
}

export function createCatalogue(deps: CatalogueDeps) {
  const products = createResourceService(productResource, deps);
  const courses = createResourceService(courseResource, deps);
  const experts = createResourceService(expertResource, deps, deps.findExpertReferences);
  const blogs = createResourceService(blogResource, deps);
  deps.settings.beforePublish("categories", createCategoryChanges(deps));
  return {
    products,
    courses,
    experts,
    blogs,
    stock: createStock(deps),
    demo: createDemoRecords(deps),
    dropStartedCourses: createStartedCourses(deps),
    expertNames: createExpertNames(deps),
    findCurrentExperts,
    setHasHours: createHasHours(deps),
    piecesOf,
    figures: () => catalogueFigures(deps.db),
    categoriesOf: (productIds: string[]) => categoriesOf(deps.db, productIds),
    findRelated: (id: string) => findRelated(deps.db, id),
    countFacets: async (query: FacetQuery) => countFacets(deps.db, query, await deps.settings.read()),
    exportProducts: () => exportProducts(deps.db),
    importProducts: createProductImport({ ...deps, insert: products.insert }),
    duplicateProduct: (id: string, by: string) => duplicateProduct({ images: deps.images, products }, id, by),
  };
}
export type { Pieces } from "./stock.ts";
export type Catalogue = ReturnType<typeof createCatalogue>;
