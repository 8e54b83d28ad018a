import type { ApiApp } from "../platform/api-app.ts";
import { blogResource } from "./blog.ts";
import { courseResource } from "./course.ts";
import { expertResource } from "./expert.ts";
import { productResource } from "./product.ts";
import { type RouteDeps, resourceRoutes } from "./resource-routes.ts";
import type { Catalogue } from "./service.ts";

export function catalogueRoutes(app: ApiApp, { catalogue, ...deps }: RouteDeps & { catalogue: Catalogue }) {
  resourceRoutes(app, productResource, catalogue.products, deps);
  resourceRoutes(app, courseResource, catalogue.courses, deps);
  resourceRoutes(app, expertResource, catalogue.experts, deps);
  resourceRoutes(app, blogResource, catalogue.blogs, deps);
}
