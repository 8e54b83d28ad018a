import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { MAX_ADDRESSES } from "../../contracts/accounts/account-rules.ts";
import { addressForm, savedAddress } from "../../contracts/accounts/address.ts";
import { deleted, idParams } from "../../contracts/error.ts";
import { type RouteDeps, routesFor } from "../platform/http/api-routes.ts";
import type { Accounts } from "./service.ts";

export function addressRoutes(app: FastifyInstance, { accounts, logins }: RouteDeps & { accounts: Accounts }) {
  const { addresses } = accounts;
  const { user } = routesFor(app, logins, "accounts");

  user.get(
    "/users/addresses",
    { summary: "One's saved addresses, the default first", response: z.array(savedAddress) },
    (request) => addresses.list(request.user.id),
  );

  user.post(
    "/users/addresses",
    {
      summary: `Save an address, at most ${MAX_ADDRESSES}`,
      description: "The first one is the default. An address that is saved already is not saved again.",
      body: addressForm,
      response: savedAddress,
      status: 201,
    },
    (request) => addresses.save(request.user.id, request.body),
  );

  user.put(
    "/users/addresses/:id",
    {
      summary: "Change a saved address, or make it the default",
      params: idParams,
      body: addressForm,
      response: savedAddress,
    },
    (request) => addresses.save(request.user.id, request.body, request.params.id),
  );

  user.delete(
    "/users/addresses/:id",
    { summary: "Delete a saved address", params: idParams, response: deleted },
    async (request) => {
      await addresses.remove(request.user.id, request.params.id);
      return { message: "Address deleted" };
    },
  );
}
