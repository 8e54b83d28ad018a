import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { deliveryEstimate, deliveryQuery } from "../../contracts/orders/delivery.ts";
import { cartQuote, quotedLine, quoteRequest } from "../../contracts/orders/quote.ts";
import { type RouteDeps, routesFor } from "../platform/http/api-routes.ts";
import type { Checkout } from "./service.ts";

/** How long browsers and proxies may keep an estimate of delivery. */
const ESTIMATE_SECONDS = 5 * 60;

export function checkoutRoutes(app: FastifyInstance, { checkout, logins }: RouteDeps & { checkout: Checkout }) {
  const { everyone } = routesFor(app, logins, "orders");

  everyone.post(
    "/cart/quote",
    {
      summary: "What a cart costs now and what of it is in stock",
      description:
        "With `coupon` or `pin`, which may be empty, the reply also has the totals. Wrong codes are limited.",
      body: quoteRequest,
      response: z.union([z.array(quotedLine), cartQuote]),
    },
    async (request) => {
      const { items, coupon, pin } = request.body;
      const isPlain = coupon === undefined && pin === undefined;
      // Identify the buyer: a time that this buyer holds must not be quoted as taken.
      if (!isPlain || items.some(({ startsAt }) => startsAt)) await logins.recognise(request);
      const quote = await checkout.quoteTotals(items, { coupon, pin, userId: request.user?.id, ip: request.ip });
      return isPlain ? quote.lines : quote;
    },
  );

  everyone.get(
    "/delivery",
    {
      summary: "The State of a PIN code and the days when pieces arrive that are paid for now",
      description: "Without days while the shop shows none. 404 `unknown_pin` when no State has PIN codes like it.",
      query: deliveryQuery,
      response: deliveryEstimate,
    },
    async (request, reply) => {
      const estimate = await checkout.estimateDelivery(request.query.pin);
      // Not in the response cache: it changes with the time of day.
      reply.header("cache-control", `public, max-age=${ESTIMATE_SECONDS}`);
      return estimate;
    },
  );
}
