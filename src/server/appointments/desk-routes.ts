import { createHash } from "node:crypto";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { desk, feedState, newFeed } from "../../contracts/appointments/appointment.ts";
import { intake, intakeForm } from "../../contracts/appointments/intake.ts";
import { joinPage } from "../../contracts/appointments/join.ts";
import { scheduleForm, scheduleState } from "../../contracts/appointments/schedule.ts";
import { deleted, idParams, tokenParams } from "../../contracts/error.ts";
import { type RouteDeps, routesFor } from "../platform/http/api-routes.ts";
import { httpError } from "../platform/http/errors.ts";
import type { Appointments } from "./service.ts";

/** The page of a call, the expert's desk, hours and calendar feed, and what the buyer tells the expert. */
export function deskRoutes(app: FastifyInstance, { appointments, logins }: RouteDeps & { appointments: Appointments }) {
  const { everyone, user, staff, guardedBy } = routesFor(app, logins, "appointments");
  const { feeds, intakes } = appointments;

  /** The owner, or the expert whose hours and feed these are. */
  async function requireOwnExpert(request: FastifyRequest) {
    await logins.requireStaff(request);
    await appointments.requireOwnExpert(request.user!, (request.params as { id: string }).id);
  }
  const ownExpert = guardedBy(requireOwnExpert);

  everyone.get(
    "/join/:token",
    {
      summary: "The page of a call",
      description: "For everybody who has the link. The room or the phone number is there from 10 minutes before.",
      params: tokenParams,
      response: joinPage,
    },
    (request) => appointments.joinPage(request.params.token, request.ip),
  );

  staff.get("/desk", { summary: "The sessions of the expert who is logged in", response: desk }, (request) => {
    if (request.user.role !== "expert") throw httpError("not_allowed");
    return appointments.desk(request.user.id);
  });

  ownExpert.get(
    "/experts/:id/schedule",
    {
      summary: "An expert's hours",
      description: "For the owner and the expert.",
      params: idParams,
      response: scheduleState,
    },
    (request) => appointments.findSchedule(request.params.id),
  );

  ownExpert.put(
    "/experts/:id/schedule",
    {
      summary: "Change an expert's hours",
      description: "By the owner or the expert.",
      params: idParams,
      body: scheduleForm,
      response: scheduleState,
    },
    (request) => appointments.saveSchedule(request.params.id, request.body, request.user.id),
  );

  ownExpert.get(
    "/experts/:id/feed",
    { summary: "Whether an expert's calendar feed is on", params: idParams, response: feedState },
    async (request) => ({ isOn: await feeds.isOn(request.params.id) }),
  );

  ownExpert.post(
    "/experts/:id/feed",
    {
      summary: "Make a new link to an expert's calendar feed",
      description: "Shown once. The link before ends.",
      params: idParams,
      response: newFeed,
      status: 201,
    },
    async (request) => ({ url: await feeds.renew(request.params.id, request.user) }),
  );

  ownExpert.delete(
    "/experts/:id/feed",
    { summary: "End an expert's calendar feed", params: idParams, response: deleted },
    async (request) => {
      await feeds.end(request.params.id, request.user);
      return { message: "The calendar feed is off." };
    },
  );

  everyone.get(
    "/calendar/:token.ics",
    {
      summary: "An expert's sessions for calendar programs",
      description: "For everybody who has the link. iCalendar; it does not say who calls.",
      params: tokenParams,
    },
    async (request, reply) => {
      const file = await feeds.read(request.params.token, request.ip);
      const etag = `"${createHash("sha256").update(file).digest("base64url")}"`;
      reply.headers({ etag, "cache-control": "private, no-cache", "x-robots-tag": "noindex" });
      if (request.headers["if-none-match"] === etag) return reply.code(304).send();
      return reply.type("text/calendar; charset=utf-8").send(file);
    },
  );

  user.get(
    "/appointments/:id/intake",
    {
      summary: "What the caller told the expert before a session",
      description: "For the caller, the assigned expert and the owner. Stored encrypted.",
      params: idParams,
      response: intake,
    },
    (request) => intakes.find(request.params.id, request.user),
  );

  user.put(
    "/appointments/:id/intake",
    {
      summary: "Tell the expert what a session is about, or change it",
      description: "For the caller, until the session's end. Erased some days after the session (settings).",
      params: idParams,
      body: intakeForm,
      response: intake,
    },
    (request) => intakes.give(request.params.id, request.body, request.user),
  );

  user.delete(
    "/appointments/:id/intake",
    {
      summary: "Withdraw what one told the expert",
      description: "For the caller, at any time. It is erased at once.",
      params: idParams,
      response: deleted,
    },
    async (request) => {
      await intakes.withdraw(request.params.id, request.user);
      return { message: "Your details were erased" };
    },
  );
}
