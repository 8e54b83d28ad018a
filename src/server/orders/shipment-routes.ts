import { deleted, idParams } from "../../contracts/error.ts";
import { internalNoteForm, order } from "../../contracts/orders/order.ts";
import { shipment, shipmentChange, shipmentForm, shipmentParams } from "../../contracts/orders/shipment.ts";
import { type ApiApp, security } from "../platform/http/api-app.ts";
import type { Logins } from "../platform/http/logins.ts";
import { keyHeader } from "./routes.ts";
import type { Orders } from "./service.ts";

const tags = ["orders"];

/** Parcels and the internal note: what the owner does with a paid order. */
export function shipmentRoutes(app: ApiApp, { orders, logins }: { orders: Orders; logins: Logins }) {
  const { requireOwner } = logins;
  const { shipments } = orders;

  app.post(
    "/orders/:id/shipments",
    {
      onRequest: requireOwner,
      schema: {
        tags,
        security,
        summary: "Record a parcel that has left; the buyer gets a mail",
        description: "With the last piece the status becomes shipped.",
        headers: keyHeader,
        params: idParams,
        body: shipmentForm,
        response: { 201: shipment },
      },
    },
    async (request, reply) => {
      reply.code(201);
      const key = request.headers["idempotency-key"];
      return shipments.ship(request.params.id, request.body, { owner: request.user!.id, key });
    },
  );

  app.put(
    "/orders/:id/shipments/:shipmentId",
    {
      onRequest: requireOwner,
      schema: {
        tags,
        security,
        summary: "Correct a parcel's courier, number and link",
        params: shipmentParams,
        body: shipmentChange,
        response: { 200: shipment },
      },
    },
    ({ params, body, user }) => shipments.correct(params.id, params.shipmentId, body, user!.id),
  );

  app.post(
    "/orders/:id/shipments/:shipmentId/delivered",
    {
      onRequest: requireOwner,
      schema: {
        tags,
        security,
        summary: "Mark a parcel as delivered; the buyer gets a mail",
        description: "With the last piece the status becomes delivered, unless the order has a consultation.",
        params: shipmentParams,
        response: { 200: shipment },
      },
    },
    ({ params, user }) => shipments.deliver(params.id, params.shipmentId, user!.id),
  );

  app.delete(
    "/orders/:id/shipments/:shipmentId",
    {
      onRequest: requireOwner,
      schema: {
        tags,
        security,
        summary: "Take back a parcel that was recorded by mistake",
        description: "A shipped order becomes paid again.",
        params: shipmentParams,
        response: { 200: deleted },
      },
    },
    async ({ params, user }) => {
      await shipments.takeBack(params.id, params.shipmentId, user!.id);
      return { message: "Parcel taken back" };
    },
  );

  app.put(
    "/orders/:id/internal-note",
    {
      onRequest: requireOwner,
      schema: {
        tags,
        security,
        summary: "Change the owner's own note",
        params: idParams,
        body: internalNoteForm,
        response: { 200: order },
      },
    },
    (request) => orders.changeNote(request.params.id, request.body, request.user!),
  );
}
