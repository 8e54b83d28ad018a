import { z } from "zod";
import {
  appointment,
  appointmentDetails,
  appointmentQuery,
  appointmentStep,
  expertHours,
  hoursQuery,
  keepForm,
} from "../../contracts/appointments/appointment.ts";
import { idParams } from "../../contracts/error.ts";
import { type ApiApp, security, sendPage } from "../platform/http/api-app.ts";
import type { Logins } from "../platform/http/logins.ts";
import type { Appointments } from "./service.ts";

const tags = ["appointments"];

interface RouteDeps {
  appointments: Appointments;
  logins: Logins;
}

/** The owner's timetable. */
export function appointmentListRoutes(app: ApiApp, { appointments, logins }: RouteDeps) {
  app.get(
    "/appointments",
    {
      onRequest: logins.requireOwner,
      schema: {
        tags,
        security,
        summary: "The sessions of some days, or those that wait for the owner",
        description: "The earliest first; with `view=attention` by what is to be done.",
        querystring: appointmentQuery,
        response: { 200: z.array(appointmentDetails) },
      },
    },
    async (request, reply) => sendPage(reply, await appointments.list(request.query)),
  );

  app.get(
    "/appointments/hours",
    {
      onRequest: logins.requireOwner,
      schema: {
        tags,
        security,
        summary: "When the experts are open in some days",
        querystring: hoursQuery,
        response: { 200: z.array(expertHours) },
      },
    },
    (request) => appointments.listHours(request.query),
  );

  app.get(
    "/appointments/:id/history",
    {
      onRequest: logins.requireOwner,
      schema: {
        tags,
        security,
        summary: "What happened to a session, by whom and when",
        params: idParams,
        response: { 200: z.array(appointmentStep) },
      },
    },
    (request) => appointments.history(request.params.id, request.user!),
  );

  app.put(
    "/appointments/:id/keep",
    {
      onRequest: logins.requireOwner,
      schema: {
        tags,
        security,
        summary: "Leave a session outside the expert's hours as it is",
        description: "It no longer needs attention until the hours are changed again.",
        params: idParams,
        body: keepForm,
        response: { 200: appointment },
      },
    },
    (request) => appointments.keep(request.params.id, request.body.version, request.user!.id),
  );
}
