import { appointment, calendarQuery, timeForm } from "../../contracts/appointments/appointment.ts";
import { slotList, slotQuery } from "../../contracts/appointments/schedule.ts";
import { idParams } from "../../contracts/error.ts";
import { type ApiApp, security } from "../platform/http/api-app.ts";
import type { Logins } from "../platform/http/logins.ts";
import type { Appointments } from "./service.ts";

const tags = ["appointments"];

interface RouteDeps {
  appointments: Appointments;
  logins: Logins;
}

export function appointmentRoutes(app: ApiApp, { appointments, logins }: RouteDeps) {
  app.get(
    "/experts/:id/slots",
    {
      onRequest: logins.recognise,
      schema: {
        tags,
        summary: "When a session with an expert can start",
        description:
          "UTC instants, the earliest first. Empty for an expert without hours: the time is arranged by phone. What the caller holds is not taken for them.",
        params: idParams,
        querystring: slotQuery,
        response: { 200: slotList },
      },
    },
    (request) => appointments.findOpenSlots(request.params.id, request.query, request.user),
  );

  app.put(
    "/appointments/:id/time",
    {
      onRequest: logins.requireUser,
      schema: {
        tags,
        security,
        summary: "Choose the time of a paid session, or move it",
        description:
          "A caller may move it as often and as long as the shop's policy says; the assigned expert and the owner at any time. After its expert missed it, a new time is no move.",
        params: idParams,
        body: timeForm,
        response: { 200: appointment },
      },
    },
    (request) => appointments.changeTime(request.params.id, request.body, request.user!),
  );

  app.get(
    "/appointments/:id/calendar.ics",
    {
      onRequest: logins.recognise,
      schema: {
        tags,
        security,
        summary: "The calendar file of a session",
        description: "For its caller, its expert and the owner, or with the key from a mail. iCalendar, UTC times.",
        params: idParams,
        querystring: calendarQuery,
      },
    },
    async (request, reply) => {
      const { user, params, query } = request;
      const file = await appointments.calendarFile(params.id, { user, key: query.key });
      return reply
        .type("text/calendar; charset=utf-8")
        .header("content-disposition", 'attachment; filename="session.ics"')
        .header("cache-control", "no-store")
        .send(file);
    },
  );
}
