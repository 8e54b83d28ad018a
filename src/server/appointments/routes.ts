import type { FastifyInstance } from "fastify";
import { z } from "zod";
import {
  appointment,
  appointmentDetails,
  appointmentQuery,
  appointmentStep,
  calendarQuery,
  cancelForm,
  expertHours,
  hoursQuery,
  keepForm,
  linkForm,
  outcomeForm,
  phoneBookingForm,
  reassignForm,
  timeForm,
} from "../../contracts/appointments/appointment.ts";
import { nextTimes, nextTimesQuery, slotList, slotQuery } from "../../contracts/appointments/schedule.ts";
import { idParams } from "../../contracts/error.ts";
import { BEARER, type RouteDeps, routesFor, sendPage } from "../platform/http/api-routes.ts";
import type { Appointments } from "./service.ts";
import { TIMES_TAG } from "./tags.ts";

export function appointmentRoutes(
  app: FastifyInstance,
  { appointments, logins }: RouteDeps & { appointments: Appointments },
) {
  const { everyone, optionalUser, user, owner } = routesFor(app, logins, "appointments");
  everyone.get(
    "/experts/next-times",
    {
      summary: "The next free time of each expert",
      description: "For a session of so many minutes. At most a minute old.",
      query: nextTimesQuery,
      response: nextTimes,
      // The list of experts is part of it: an edit drops both.
      config: { cache: { tags: () => [TIMES_TAG, "experts"] } },
    },
    (request) => appointments.findNextTimes(request.query.minutes),
  );

  optionalUser.get(
    "/experts/:id/slots",
    {
      summary: "When a session with an expert can start",
      description:
        "UTC instants, the earliest first. Empty for an expert without hours: the time is arranged by phone. What the caller holds is not taken for them.",
      params: idParams,
      query: slotQuery,
      response: slotList,
    },
    (request) => appointments.findOpenSlots(request.params.id, request.query, request.user),
  );

  user.put(
    "/appointments/:id/time",
    {
      summary: "Choose the time of a paid session, or move it",
      description:
        "A caller may move it as often and as long as the shop's policy says; the assigned expert and the owner at any time. After its expert missed it, a new time is no move.",
      params: idParams,
      body: timeForm,
      response: appointment,
    },
    (request) => appointments.changeTime(request.params.id, request.body, request.user),
  );

  optionalUser.get(
    "/appointments/:id/calendar.ics",
    {
      summary: "The calendar file of a session",
      description: "For its caller, its expert and the owner, or with the key from a mail. iCalendar, UTC times.",
      params: idParams,
      query: calendarQuery,
      security: BEARER,
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

  owner.post(
    "/appointments",
    {
      summary: "Book a session for somebody on the phone",
      description: "At any future time, inside the expert's hours or not, but never over another session.",
      body: phoneBookingForm,
      response: appointmentDetails,
      status: 201,
    },
    (request) => appointments.bookByPhone(request.body, request.user),
  );

  user.post(
    "/appointments/:id/cancel",
    {
      summary: "Cancel a session",
      description:
        "Its caller until `changeUntil`, its expert and the owner until it begins. Its price goes back by the shop's policy, and always after its expert missed it; otherwise the owner decides and gets a mail.",
      params: idParams,
      body: cancelForm,
      response: appointment,
    },
    (request) => appointments.cancel(request.params.id, request.body, request.user),
  );

  user.put(
    "/appointments/:id/outcome",
    {
      summary: "Say how a session ended",
      description:
        "For its expert and the owner, once it has begun. May be corrected. After `missed_by_expert` its caller chooses a new time or cancels it and is refunded.",
      params: idParams,
      body: outcomeForm,
      response: appointment,
    },
    (request) => appointments.recordOutcome(request.params.id, request.body, request.user),
  );

  user.put(
    "/appointments/:id/link",
    {
      summary: "Give a session by video its link",
      description:
        "For its expert and the owner, while it is booked. It replaces the expert's room. The caller gets a mail, once for each link.",
      params: idParams,
      body: linkForm,
      response: appointment,
    },
    (request) => appointments.giveLink(request.params.id, request.body, request.user),
  );

  owner.put(
    "/appointments/:id/expert",
    {
      summary: "Give a session to another expert",
      description: "At its time, at another one, or without a time while none is chosen.",
      params: idParams,
      body: reassignForm,
      response: appointment,
    },
    (request) => appointments.reassign(request.params.id, request.body, request.user),
  );

  owner.get(
    "/appointments",
    {
      summary: "The sessions of some days, or those that wait for the owner",
      description: "The earliest first; with `view=attention` by what is to be done.",
      query: appointmentQuery,
      response: z.array(appointmentDetails),
    },
    async (request, reply) => sendPage(reply, await appointments.list(request.query)),
  );

  owner.get(
    "/appointments/hours",
    { summary: "When the experts are open in some days", query: hoursQuery, response: z.array(expertHours) },
    (request) => appointments.listHours(request.query),
  );

  owner.get(
    "/appointments/:id/history",
    { summary: "What happened to a session, by whom and when", params: idParams, response: z.array(appointmentStep) },
    (request) => appointments.history(request.params.id, request.user),
  );

  owner.put(
    "/appointments/:id/keep",
    {
      summary: "Leave a session outside the expert's hours as it is",
      description: "It no longer needs attention until the hours are changed again.",
      params: idParams,
      body: keepForm,
      response: appointment,
    },
    (request) => appointments.keep(request.params.id, request.body, request.user),
  );
}
