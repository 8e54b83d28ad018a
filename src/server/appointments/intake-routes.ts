import { intake, intakeForm } from "../../contracts/appointments/intake.ts";
import { deleted, idParams } from "../../contracts/error.ts";
import { type ApiApp, security } from "../platform/http/api-app.ts";
import type { Logins } from "../platform/http/logins.ts";
import type { Appointments } from "./service.ts";

const tags = ["appointments"];

interface RouteDeps {
  appointments: Appointments;
  logins: Logins;
}

export function intakeRoutes(app: ApiApp, { appointments: { intakes }, logins }: RouteDeps) {
  app.get(
    "/appointments/:id/intake",
    {
      onRequest: logins.requireUser,
      schema: {
        tags,
        security,
        summary: "What the caller told the expert before a session",
        description: "For the caller, the assigned expert and the owner. Stored encrypted.",
        params: idParams,
        response: { 200: intake },
      },
    },
    (request) => intakes.find(request.params.id, request.user!),
  );

  app.put(
    "/appointments/:id/intake",
    {
      onRequest: logins.requireUser,
      schema: {
        tags,
        security,
        summary: "Tell the expert what a session is about, or change it",
        description: "For the caller, until the session's end. Erased some days after the session (settings).",
        params: idParams,
        body: intakeForm,
        response: { 200: intake },
      },
    },
    (request) => intakes.give(request.params.id, request.body, request.user!),
  );

  app.delete(
    "/appointments/:id/intake",
    {
      onRequest: logins.requireUser,
      schema: {
        tags,
        security,
        summary: "Withdraw what one told the expert",
        description: "For the caller, at any time. It is erased at once.",
        params: idParams,
        response: { 200: deleted },
      },
    },
    async (request) => {
      await intakes.withdraw(request.params.id, request.user!);
      return { message: "Your details were erased" };
    },
  );
}
