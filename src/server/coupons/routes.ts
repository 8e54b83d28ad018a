import type { FastifyInstance, FastifyRequest } from "fastify";
import { z } from "zod";
import { coupon, couponForm, couponQuery } from "../../contracts/coupons/coupon.ts";
import { deleted, idParams } from "../../contracts/error.ts";
import { sendCsv } from "../platform/files/csv.ts";
import { readFields } from "../platform/http/api-errors.ts";
import { type RouteDeps, routesFor, sendPage } from "../platform/http/api-routes.ts";
import { readMultipartForm } from "../platform/http/multipart-form.ts";
import { indianDay } from "../platform/indian-time.ts";
import type { Coupons } from "./service.ts";

async function readForm(request: FastifyRequest) {
  const { fields } = await readMultipartForm(request, "images", { maxFiles: 0, maxBytes: 1 });
  return readFields(couponForm, fields);
}

/** Like the routes of catalogue records, but for the owner only: coupon codes are worth money. */
export function couponRoutes(app: FastifyInstance, { coupons, logins, clock }: RouteDeps & { coupons: Coupons }) {
  const { owner } = routesFor(app, logins, "coupons");
  const description = "Multipart form; an absent field is empty. Bad fields answer 400 with a sentence for each.";
  const consumes = ["multipart/form-data"];

  owner.get(
    "/coupons",
    { summary: "List coupons with their reports, newest first", query: couponQuery, response: z.array(coupon) },
    async (request, reply) => sendPage(reply, await coupons.list(request.query)),
  );

  owner.get("/coupons.csv", { summary: "All coupons with their reports as a CSV file" }, (_request, reply) =>
    sendCsv(reply, `coupons-${indianDay(clock.now())}.csv`, coupons.exportCsv()),
  );

  owner.get("/coupons/:id", { summary: "One coupon", params: idParams, response: coupon }, (request) =>
    coupons.find(request.params.id),
  );

  owner.post(
    "/coupons",
    { summary: "Create a coupon", description, consumes, response: coupon, status: 201 },
    async (request) => coupons.create(await readForm(request), request.user.id),
  );

  owner.put(
    "/coupons/:id",
    {
      summary: "Update a coupon; placed orders keep their discount",
      description,
      consumes,
      params: idParams,
      response: coupon,
    },
    async (request) => coupons.update(request.params.id, await readForm(request), request.user.id),
  );

  owner.delete(
    "/coupons/:id",
    { summary: "Delete a coupon that no order was placed with", params: idParams, response: deleted },
    async (request) => {
      await coupons.remove(request.params.id, request.user.id);
      return { message: "Coupon deleted successfully" };
    },
  );
}
