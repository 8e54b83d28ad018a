import type { Clock } from "../platform/clock.ts";
import type { ApiApp } from "../platform/http/api-app.ts";
import { blogResource } from "./blog.ts";
import { courseResource } from "./course.ts";
import { expertResource } from "./expert.ts";
import { productResource } from "./product.ts";
import { productRoutes } from "./product-routes.ts";
import { type RouteDeps, resourceRoutes } from "./resource-routes.ts";
import type { Catalogue } from "./service.ts";

interface CatalogueRouteDeps extends RouteDeps {
  catalogue: Catalogue;
  clock: Clock;
}

export function catalogueRoutes(app: ApiApp, { catalogue, clock, ...deps }: CatalogueRouteDeps) {
  productRoutes(app, { catalogue, clock, logins: deps.logins });
  resourceRoutes(app, productResource, catalogue.products, deps);
  resourceRoutes(app, courseResource, catalogue.courses, deps);
  resourceRoutes(app, expertResource, catalogue.experts, deps);
  resourceRoutes(app, blogResource, catalogue.blogs, deps);
}
