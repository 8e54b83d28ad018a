import { z } from "zod";
import { quotedLine, quoteRequest } from "../../contracts/quote.ts";
import type { ApiApp } from "../platform/api-app.ts";
import type { Orders } from "./service.ts";

export function orderRoutes(app: ApiApp, { orders }: { orders: Orders }) {
  app.post(
    "/cart/quote",
    {
      schema: {
        tags: ["orders"],
        summary: "What a cart costs now and what of it is in stock",
        body: quoteRequest,
        response: { 200: z.array(quotedLine) },
      },
    },
    (request) => orders.quote(request.body.items),
  );
}
