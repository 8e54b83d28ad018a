import type { Images } from "../images/service.ts";
import type { Clock } from "../platform/clock.ts";
import type { Database } from "../platform/database.ts";
import { blogResource } from "./blog.ts";
import { courseResource } from "./course.ts";
import { expertResource } from "./expert.ts";
import { productResource } from "./product.ts";
import { createResourceService } from "./resource.ts";
import { piecesOf, stock } from "./stock.ts";

export function createCatalogue(deps: { db: Database; images: Images; clock: Clock }) {
  return {
    products: createResourceService(productResource, deps),
    courses: createResourceService(courseResource, deps),
    experts: createResourceService(expertResource, deps),
    blogs: createResourceService(blogResource, deps),
    stock,
    piecesOf,
  };
}
export type { Pieces } from "./stock.ts";
export type Catalogue = ReturnType<typeof createCatalogue>;
