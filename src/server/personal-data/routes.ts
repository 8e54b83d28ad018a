import type { FastifyInstance } from "fastify";
import { erasure, type PersonalData, personalData } from "../../contracts/accounts/personal-data.ts";
import { deleted } from "../../contracts/error.ts";
import { type RouteDeps, routesFor } from "../platform/http/api-routes.ts";
import type { SettingsService } from "../settings/service.ts";
import type { PersonalDataService } from "./service.ts";

/** The download's file name with the shop's name. A name without Latin letters or digits is omitted. */
const fileNameOf = (brand: string) => [...brand.toLowerCase().matchAll(/[a-z\d]+/g), "my-data.json"].join("-");

interface PersonalDataRouteDeps extends RouteDeps {
  personalData: PersonalDataService;
  settings: SettingsService;
}

export function personalDataRoutes(app: FastifyInstance, deps: PersonalDataRouteDeps) {
  const { personalData: service, settings, logins } = deps;
  const { user } = routesFor(app, logins, "accounts");
  user.get(
    "/users/profile/data",
    { summary: "All that is kept under one's account, as a file", response: personalData },
    async (request, reply) => {
      const { brand } = (await settings.read()).business;
      const stream = await service.exportFor(request.user);
      return (
        reply
          .type("application/json; charset=utf-8")
          .headers({
            "content-disposition": `attachment; filename="${fileNameOf(brand)}"`,
            "cache-control": "no-store",
          })
          // Sent as it is: the contract describes its content.
          .send(stream as unknown as PersonalData)
      );
    },
  );

  user.delete(
    "/users/profile",
    {
      summary: "Delete one's account",
      description: "Orders stay for the books, without name, e-mail address, phone number and delivery address.",
      body: erasure,
      response: deleted,
    },
    async (request) => {
      await service.erase(request.user, request.body.password, request.ip);
      return { message: "Account deleted" };
    },
  );
}
