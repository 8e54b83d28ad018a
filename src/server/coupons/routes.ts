import type { FastifyInstance, FastifyRequest } from "fastify";
import { z } from "zod";
import { coupon, couponForm, couponQuery } from "../../contracts/coupons/coupon.ts";
import { deleted, idParams } from "../../contracts/error.ts";
import { sendCsv } from "../platform/files/csv.ts";
import { type RouteDeps, routesFor, sendPage } from "../platform/http/api-routes.ts";
import { readForm } from "../platform/http/multipart-form.ts";
import { indianDay } from "../platform/indian-time.ts";
import type { Coupons } from "./service.ts";

const readCoupon = async (request: FastifyRequest) => (await readForm(request, couponForm)).values;

/** Like the routes of catalogue records, but for the owner only: coupon codes are worth money. */
export function couponRoutes(app: FastifyInstance, { coupons, logins, clock }: RouteDeps & { coupons: Coupons }) {
  const { owner } = routesFor(app, logins, "coupons");
  const description = "An absent field is empty. Bad fields answer 400 with a sentence for each.";
  const saving = { description, form: { schema: couponForm }, response: coupon };

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

  owner.post("/coupons", { summary: "Create a coupon", ...saving, status: 201 }, async (request) =>
    coupons.create(await readCoupon(request), request.user.id),
  );

  owner.put(
    "/coupons/:id",
    { summary: "Update a coupon; placed orders keep their discount", ...saving, params: idParams },
    async (request) => coupons.update(request.params.id, await readCoupon(request), request.user.id),
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
