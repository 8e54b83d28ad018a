import { PassThrough } from "node:stream";
import type { FastifyReply, FastifyRequest } from "fastify";
import { type ImportNews, type ImportResult, importForm, importResult } from "../../contracts/catalogue/csv.ts";
import { facetQuery, product, productFacets, relatedProducts } from "../../contracts/catalogue/product.ts";
import { idParams } from "../../contracts/error.ts";
import type { Clock } from "../platform/clock.ts";
import { sendCsv } from "../platform/files/csv.ts";
import { type ApiApp, security } from "../platform/http/api-app.ts";
import { fieldsOf, toApiError } from "../platform/http/api-errors.ts";
import { badInput } from "../platform/http/errors.ts";
import type { Logins } from "../platform/http/logins.ts";
import { readMultipartForm } from "../platform/http/multipart-form.ts";
import { indianDay } from "../platform/indian-time.ts";
import { PRODUCT_COLUMNS } from "./import/columns.ts";
import { readProductFile } from "./import/read-file.ts";
import { productResource } from "./product.ts";
import type { Catalogue } from "./service.ts";
import { ANY_STOCK_TAG, listTag } from "./tags.ts";

const ONE_FILE = { maxFiles: 1, maxBytes: 10 * 1024 * 1024 };
const NDJSON = "application/x-ndjson";

type Work = (report: (event: ImportNews) => void) => Promise<ImportResult>;

interface ProductRouteDeps {
  catalogue: Catalogue;
  logins: Logins;
  clock: Clock;
}

async function readImport(request: FastifyRequest) {
  const { fields, files } = await readMultipartForm(request, "file", ONE_FILE);
  const parsed = importForm.safeParse(fields);
  if (!parsed.success) throw badInput(fieldsOf(parsed.error.issues));
  if (!files[0]) throw badInput({ file: "Choose a CSV file." });
  return { file: readProductFile(files[0].bytes), isSave: parsed.data.mode === "save" };
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

/** Routes that only products have: facets, related ones, CSV and copies. */
export function productRoutes(app: ApiApp, { catalogue, logins, clock }: ProductRouteDeps) {
  const onRequest = logins.requireOwner;
  const shared = { tags: ["products"], security };

  app.get(
    "/products.csv",
    { onRequest, schema: { ...shared, summary: "All products as a CSV file" } },
    (_request, reply) =>
      sendCsv(reply, `products-${indianDay(clock.now())}.csv`, PRODUCT_COLUMNS, catalogue.exportProducts()),
  );

  app.get(
    "/products/facets",
    {
      config: { cache: { tags: () => [listTag(productResource.path)], figures: () => [ANY_STOCK_TAG] } },
      schema: {
        tags: shared.tags,
        summary: "Count the choices of the product list's filters",
        description: "Each facet counts what the other filters leave.",
        querystring: facetQuery,
        response: { 200: productFacets },
      },
    },
    (request) => catalogue.countFacets(request.query),
  );

  app.get(
    "/products/:id/related",
    {
      config: { cache: { tags: () => [listTag(productResource.path)] } },
      schema: {
        tags: shared.tags,
        summary: "Other products for the page of one",
        params: idParams,
        response: { 200: relatedProducts },
      },
    },
    (request) => catalogue.findRelated(request.params.id),
  );

  app.post(
    "/products/import",
    {
      onRequest,
      schema: {
        ...shared,
        summary: "Import products from a CSV file",
        description: `Multipart form: the \`file\`, and \`mode\`: preview or save. Columns as exported; a row with an \`_id\` updates that product, one without creates one. With \`accept: ${NDJSON}\` progress is streamed line by line.`,
        consumes: ["multipart/form-data"],
        response: { 200: importResult },
      },
    },
    async (request, reply) => {
      const { file, isSave } = await readImport(request);
      const work: Work = (report) => catalogue.importProducts(file, { isSave, by: request.user!.id, progress: report });
      return request.headers.accept?.includes(NDJSON) ? streamProgress(request, reply, work) : work(() => {});
    },
  );

  app.post(
    "/products/:id/duplicate",
    {
      onRequest,
      schema: {
        ...shared,
        summary: "Copy a product as a draft, with its pictures and no stock",
        params: idParams,
        response: { 201: product },
      },
    },
    (request, reply) => {
      reply.code(201);
      return catalogue.duplicateProduct(request.params.id, request.user!.id);
    },
  );
}
