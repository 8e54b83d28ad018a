import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { orderDocument } from "../../contracts/documents/document.ts";
import { idParams } from "../../contracts/error.ts";
import { type RouteDeps, routesFor } from "../platform/http/api-routes.ts";
import type { Documents } from "./service.ts";

export function documentRoutes(app: FastifyInstance, { documents, logins }: RouteDeps & { documents: Documents }) {
  const { user } = routesFor(app, logins, "orders");

  user.get(
    "/orders/:id/documents",
    {
      summary: "The papers of an order: receipts, invoices, credit notes",
      params: idParams,
      response: z.array(orderDocument),
    },
    (request) => documents.listFor(request.params.id, request.user),
  );

  user.get("/documents/:id.pdf", { summary: "A paper as PDF", params: idParams }, async (request, reply) => {
    const { name, bytes } = await documents.findPdf(request.params.id, request.user);
    return reply
      .type("application/pdf")
      .header("content-disposition", `inline; filename="${name}"`)
      .header("cache-control", "private, no-store")
      .send(bytes);
  });
}
