import { PassThrough } from "node:stream";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { defaultSettings } from "../../../site.config.ts";
import { type ImportNews, type ImportResult, importForm, importResult } from "../../contracts/catalogue/csv.ts";
import { facetQuery, product, productFacets, relatedProducts } from "../../contracts/catalogue/product.ts";
import { searchCount, searchCountQuery, searchPageQuery, searchReply } from "../../contracts/catalogue/search.ts";
import { suggestion, suggestionQuery } from "../../contracts/catalogue/suggestion.ts";
import { deleted, idParams } from "../../contracts/error.ts";
import type { SearchQuery } from "../../contracts/list.ts";
import type { Images } from "../images/service.ts";
import { sendCsv } from "../platform/files/csv.ts";
import { toApiError } from "../platform/http/api-errors.ts";
import { type RouteDeps, routesFor, sendPage } from "../platform/http/api-routes.ts";
import { badInput } from "../platform/http/errors.ts";
import { PICTURES, readForm } from "../platform/http/multipart-form.ts";
import { indianDay } from "../platform/indian-time.ts";
import type { SettingsService } from "../settings/service.ts";
import { blogResource } from "./blog.ts";
import { courseResource } from "./course.ts";
import { expertResource } from "./expert.ts";
import { readProductFile } from "./import/product-file.ts";
import { productResource } from "./product.ts";
import { idsIn, type Resource, type Viewer } from "./resource.ts";
import type { ResourceService } from "./resource-service.ts";
import type { Catalogue } from "./service.ts";
import { ANY_STOCK_TAG, listTag, recordTag } from "./tags.ts";

interface CatalogueRouteDeps extends RouteDeps {
  catalogue: Catalogue;
  images: Images;
  settings: SettingsService;
}

const ONE_FILE = { field: "file", maxFiles: 1, maxBytes: 10 * 1024 * 1024, isRequired: true };
const NDJSON = "application/x-ndjson";

type Work = (report: (event: ImportNews) => void) => Promise<ImportResult>;

async function readImport(request: FastifyRequest) {
  const { values, files } = await readForm(request, importForm);
  if (!files[0]) throw badInput({ file: "Choose a CSV file." });
  return { file: readProductFile(files[0].bytes), isSave: values.mode === "save" };
}

/** Streams progress as NDJSON. The status 200 is already sent, so a failure is reported as a line. */
function streamProgress(request: FastifyRequest, reply: FastifyReply, work: Work) {
  const lines = new PassThrough();
  const report = (event: ImportNews) => void lines.write(`${JSON.stringify(event)}\n`);
  work(report)
    .then((result) => report({ result }))
    .catch((error) => report({ problem: toApiError(error, request).toReply() }))
    .finally(() => lines.end());
  return reply.type(`${NDJSON}; charset=utf-8`).send(lines);
}

function productRoutes(app: FastifyInstance, { catalogue, logins, clock }: CatalogueRouteDeps) {
  const { everyone, owner } = routesFor(app, logins, "products");

  owner.get("/products.csv", { summary: "All products as a CSV file" }, (_request, reply) =>
    sendCsv(reply, `products-${indianDay(clock.now())}.csv`, catalogue.exportProducts()),
  );

  everyone.get(
    "/products/facets",
    {
      summary: "Count the choices of the product list's filters",
      description: "Each facet counts what the other filters leave.",
      query: facetQuery,
      response: productFacets,
      config: { cache: { tags: () => [listTag(productResource.path)], figures: () => [ANY_STOCK_TAG] } },
    },
    (request) => catalogue.countFacets(request.query),
  );

  everyone.get(
    "/products/:id/related",
    {
      summary: "Other products for the page of one",
      params: idParams,
      response: relatedProducts,
      config: { cache: { tags: () => [listTag(productResource.path)] } },
    },
    (request) => catalogue.findRelated(request.params.id),
  );

  everyone.get(
    "/suggestions",
    {
      summary: "Suggestions for a search, the best first",
      description: "Categories, stones, facts, experts, courses and products by name, plural, alias or typing error.",
      query: suggestionQuery,
      response: z.array(suggestion),
    },
    (request) => catalogue.suggestions.list(request.query.q),
  );

  everyone.get(
    "/search",
    {
      summary: "Search pieces, courses, experts and articles",
      description:
        "Names, other words, conditions and prices are understood; typing errors too. `GET /api/products?q=…&sort=match` lists all pieces.",
      query: searchPageQuery,
      response: searchReply,
    },
    (request) => catalogue.search(request.query.q ?? ""),
  );

  owner.get(
    "/searches",
    {
      summary: "What was searched, by day",
      description:
        "The newest day first, and of a day the most frequent first; at most 1,000 rows. Saved once a minute.",
      query: searchCountQuery,
      response: z.array(searchCount),
    },
    (request) => catalogue.searches.read(request.query),
  );

  owner.post(
    "/products/import",
    {
      summary: "Import products from a CSV file",
      description: `Columns as exported; a row with an \`_id\` updates that product, one without creates one. With \`accept: ${NDJSON}\` progress is streamed line by line.`,
      form: { schema: importForm, files: ONE_FILE },
      response: importResult,
    },
    async (request, reply) => {
      const { file, isSave } = await readImport(request);
      const work: Work = (report) => catalogue.importProducts(file, { isSave, by: request.user.id, progress: report });
      return request.headers.accept?.includes(NDJSON) ? streamProgress(request, reply, work) : work(() => {});
    },
  );

  owner.post(
    "/products/:id/duplicate",
    {
      summary: "Copy a product as a draft, with its pictures and no stock",
      params: idParams,
      response: product,
      status: 201,
    },
    (request) => catalogue.duplicateProduct(request.params.id, request.user.id),
  );
}

const idOf = ({ params }: FastifyRequest) => (params as { id: string }).id;
const viewerOf = (request: FastifyRequest): Viewer => (request.user?.role === "owner" ? "owner" : "public");

function resourceRoutes(app: FastifyInstance, resource: Resource, service: ResourceService, deps: CatalogueRouteDeps) {
  const { name, path, imageField, item, query, formFor, volatileTags } = resource;
  const { optionalUser, owner } = routesFor(app, deps.logins, path.slice(1));
  const title = name[0]!.toUpperCase() + name.slice(1);
  const files = { ...PICTURES, field: imageField };
  const form = { schema: formFor(defaultSettings), files, lists: resource.listFields };
  const description = `With pictures in \`${imageField}\` a multipart form. Bad fields answer 400 with a sentence for each.`;
  const saving = { description, form, response: item };

  /** A list by `ids` depends only on these records, also when one of them is deleted or published. */
  function listTags(request: FastifyRequest) {
    const ids = idsIn(request.query as SearchQuery);
    return ids.length > 0 ? ids.map((id) => recordTag(path, id)) : [listTag(path)];
  }

  async function readRecord(request: FastifyRequest) {
    const { values, files } = await readForm(request, formFor(await deps.settings.read()));
    return { values, pictures: await deps.images.prepareUploads(files, imageField) };
  }

  optionalUser.get(
    path,
    {
      summary: `List ${name}s, newest first`,
      query,
      response: z.array(item),
      config: { cache: { tags: listTags, figures: () => volatileTags?.list() } },
    },
    async (request, reply) => sendPage(reply, await service.list(request.query, viewerOf(request))),
  );

  optionalUser.get(
    `${path}/:id`,
    {
      summary: `One ${name}`,
      params: idParams,
      response: item,
      config: {
        cache: {
          tags: (request) => [recordTag(path, idOf(request))],
          figures: (request) => volatileTags?.record(idOf(request)),
        },
      },
    },
    (request) => service.find(request.params.id, viewerOf(request)),
  );

  owner.post(path, { summary: `Create a ${name}`, ...saving, status: 201 }, async (request) => {
    const { values, pictures } = await readRecord(request);
    return service.create(values, pictures, request.user.id);
  });

  owner.put(`${path}/:id`, { summary: `Update a ${name}`, ...saving, params: idParams }, async (request) => {
    const { values, pictures } = await readRecord(request);
    return service.update(request.params.id, values, pictures, request.user.id);
  });

  owner.delete(`${path}/:id`, { summary: `Delete a ${name}`, params: idParams, response: deleted }, async (request) => {
    await service.remove(request.params.id, request.user.id);
    return { message: `${title} deleted successfully` };
  });
}

export function catalogueRoutes(app: FastifyInstance, deps: CatalogueRouteDeps) {
  const { catalogue } = deps;
  productRoutes(app, deps);
  resourceRoutes(app, productResource, catalogue.products, deps);
  resourceRoutes(app, courseResource, catalogue.courses, deps);
  resourceRoutes(app, expertResource, catalogue.experts, deps);
  resourceRoutes(app, blogResource, catalogue.blogs, deps);
}
