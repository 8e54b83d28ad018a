import {
  appointment,
  appointmentDetails,
  cancelForm,
  outcomeForm,
  phoneBookingForm,
  reassignForm,
} from "../../contracts/appointments/appointment.ts";
import { idParams } from "../../contracts/error.ts";
import { type ApiApp, security } from "../platform/http/api-app.ts";
import type { Logins } from "../platform/http/logins.ts";
import type { Appointments } from "./service.ts";

const tags = ["appointments"];

interface RouteDeps {
  appointments: Appointments;
  logins: Logins;
}

/** Routes for paid appointments, except for changing the time. */
export function appointmentLifeRoutes(app: ApiApp, { appointments, logins }: RouteDeps) {
  app.post(
    "/appointments",
    {
      onRequest: logins.requireOwner,
      schema: {
        tags,
        security,
        summary: "Book a session for somebody on the phone",
        description: "At any future time, inside the expert's hours or not, but never over another session.",
        body: phoneBookingForm,
        response: { 201: appointmentDetails },
      },
    },
    async (request, reply) => {
      reply.code(201);
      return appointments.bookByPhone(request.body, request.user!);
    },
  );

  app.post(
    "/appointments/:id/cancel",
    {
      onRequest: logins.requireUser,
      schema: {
        tags,
        security,
        summary: "Cancel a session",
        description:
          "Its caller until `changeUntil`, its expert and the owner until it begins. Its price goes back by the shop's policy, and always after its expert missed it; otherwise the owner decides and gets a mail.",
        params: idParams,
        body: cancelForm,
        response: { 200: appointment },
      },
    },
    (request) => appointments.cancel(request.params.id, request.body, request.user!),
  );

  app.put(
    "/appointments/:id/outcome",
    {
      onRequest: logins.requireUser,
      schema: {
        tags,
        security,
        summary: "Say how a session ended",
        description:
          "For its expert and the owner, once it has begun. May be corrected. After `missed_by_expert` its caller chooses a new time or cancels it and is refunded.",
        params: idParams,
        body: outcomeForm,
        response: { 200: appointment },
      },
    },
    (request) => appointments.recordOutcome(request.params.id, request.body, request.user!),
  );

  app.put(
    "/appointments/:id/expert",
    {
      onRequest: logins.requireOwner,
      schema: {
        tags,
        security,
        summary: "Give a session to another expert",
        description: "At its time, at another one, or without a time while none is chosen.",
        params: idParams,
        body: reassignForm,
        response: { 200: appointment },
      },
    },
    (request) => appointments.reassign(request.params.id, request.body, request.user!),
  );
}
