import type { FastifyInstance } from "fastify";
import { deleted, idParams } from "../../contracts/error.ts";
import { shipment, shipmentChange, shipmentForm, shipmentParams } from "../../contracts/orders/shipment.ts";
import { type RouteDeps, routesFor } from "../platform/http/api-routes.ts";
import { optionalKey } from "../platform/http/idempotency-key.ts";
import type { Parcels } from "./service.ts";

export function parcelRoutes(app: FastifyInstance, { parcels, logins }: RouteDeps & { parcels: Parcels }) {
  const { owner } = routesFor(app, logins, "orders");

  owner.post(
    "/orders/:id/shipments",
    {
      summary: "Record a parcel that has left; the buyer gets a mail",
      description: "With the last piece the status becomes shipped.",
      params: idParams,
      headers: optionalKey,
      body: shipmentForm,
      response: shipment,
      status: 201,
    },
    async (request) => {
      const key = request.headers["idempotency-key"];
      return parcels.ship(request.params.id, request.body, { owner: request.user.id, key });
    },
  );

  owner.put(
    "/orders/:id/shipments/:shipmentId",
    {
      summary: "Correct a parcel's courier, number and link",
      params: shipmentParams,
      body: shipmentChange,
      response: shipment,
    },
    ({ params, body, user }) => parcels.correct(params.id, params.shipmentId, body, user.id),
  );

  owner.post(
    "/orders/:id/shipments/:shipmentId/delivered",
    {
      summary: "Mark a parcel as delivered; the buyer gets a mail",
      description: "With the last piece the status becomes delivered, unless the order has a consultation.",
      params: shipmentParams,
      response: shipment,
    },
    ({ params, user }) => parcels.deliver(params.id, params.shipmentId, user.id),
  );

  owner.post(
    "/orders/:id/shipments/:shipmentId/returned",
    {
      summary: "Say that a parcel came back undelivered; the buyer gets a mail",
      description:
        "Its pieces are to be sent again, and its invoice is credited. A shipped order becomes paid again, or pending when it is not paid.",
      params: shipmentParams,
      response: shipment,
    },
    ({ params, user }) => parcels.comeBack(params.id, params.shipmentId, user.id),
  );

  owner.delete(
    "/orders/:id/shipments/:shipmentId",
    {
      summary: "Take back a parcel that was recorded by mistake",
      description: "A shipped order becomes paid again, or pending when it is not paid.",
      params: shipmentParams,
      response: deleted,
    },
    async ({ params, user }) => {
      await parcels.takeBack(params.id, params.shipmentId, user.id);
      return { message: "Parcel taken back" };
    },
  );
}
