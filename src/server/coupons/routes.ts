import type { FastifyRequest } from "fastify";
import { z } from "zod";
import { coupon, couponForm, couponQuery } from "../../contracts/coupons/coupon.ts";
import { deleted, idParams } from "../../contracts/error.ts";
import type { Clock } from "../platform/clock.ts";
import { sendCsv } from "../platform/files/csv.ts";
import { type ApiApp, security, sendPage } from "../platform/http/api-app.ts";
import { fieldsOf } from "../platform/http/api-errors.ts";
import { badInput } from "../platform/http/errors.ts";
import type { Logins } from "../platform/http/logins.ts";
import { readMultipartForm } from "../platform/http/multipart-form.ts";
import { indianDay } from "../platform/indian-time.ts";
import type { Coupons } from "./service.ts";

const COLUMNS = [
  "code",
  "active",
  "kind",
  "value",
  "minTotal",
  "from",
  "until",
  "totalUses",
  "usesPerCustomer",
  "firstOrderOnly",
  "scope",
  "uses",
  "reserved",
  "late",
  "discount",
  "revenue",
  "createdAt",
] as const;

interface CouponRouteDeps {
  coupons: Coupons;
  logins: Logins;
  clock: Clock;
}

async function readForm(request: FastifyRequest) {
  const { fields } = await readMultipartForm(request, "images", { maxFiles: 0, maxBytes: 1 });
  const parsed = couponForm.safeParse(fields);
  if (!parsed.success) throw badInput(fieldsOf(parsed.error.issues));
  return parsed.data;
}

/** Like the routes of catalogue records, but for the owner only: coupon codes are worth money. */
export function couponRoutes(app: ApiApp, { coupons, logins, clock }: CouponRouteDeps) {
  const onRequest = logins.requireOwner;
  const shared = { tags: ["coupons"], security };
  const description = "Multipart form; an absent field is empty. Bad fields answer 400 with a sentence for each.";
  const consumes = ["multipart/form-data"];

  app.get(
    "/coupons",
    {
      onRequest,
      schema: {
        ...shared,
        summary: "List coupons with their reports, newest first",
        querystring: couponQuery,
        response: { 200: z.array(coupon) },
      },
    },
    async (request, reply) => sendPage(reply, await coupons.list(request.query)),
  );

  app.get(
    "/coupons.csv",
    { onRequest, schema: { ...shared, summary: "All coupons with their reports as a CSV file" } },
    (_request, reply) => sendCsv(reply, `coupons-${indianDay(clock.now())}.csv`, COLUMNS, coupons.exportRows()),
  );

  app.get(
    "/coupons/:id",
    { onRequest, schema: { ...shared, summary: "One coupon", params: idParams, response: { 200: coupon } } },
    (request) => coupons.find(request.params.id),
  );

  app.post(
    "/coupons",
    {
      onRequest,
      schema: { ...shared, summary: "Create a coupon", description, consumes, response: { 201: coupon } },
    },
    async (request, reply) => {
      const form = await readForm(request);
      reply.code(201);
      return coupons.create(form, request.user!.id);
    },
  );

  app.put(
    "/coupons/:id",
    {
      onRequest,
      schema: {
        ...shared,
        summary: "Update a coupon; placed orders keep their discount",
        description,
        consumes,
        params: idParams,
        response: { 200: coupon },
      },
    },
    async (request) => coupons.update(request.params.id, await readForm(request), request.user!.id),
  );

  app.delete(
    "/coupons/:id",
    {
      onRequest,
      schema: {
        ...shared,
        summary: "Delete a coupon that no order was placed with",
        params: idParams,
        response: { 200: deleted },
      },
    },
    async (request) => {
      await coupons.remove(request.params.id, request.user!.id);
      return { message: "Coupon deleted successfully" };
    },
  );
}
