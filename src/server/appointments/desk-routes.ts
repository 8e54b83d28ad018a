import { createHash } from "node:crypto";
import type { FastifyRequest } from "fastify";
import { desk, feedParams, feedState, newFeed } from "../../contracts/appointments/appointment.ts";
import { joinPage, joinParams } from "../../contracts/appointments/join.ts";
import { scheduleForm, scheduleState } from "../../contracts/appointments/schedule.ts";
import { deleted, idParams } from "../../contracts/error.ts";
import { type ApiApp, security } from "../platform/http/api-app.ts";
import { httpError } from "../platform/http/errors.ts";
import type { Logins } from "../platform/http/logins.ts";
import type { Appointments } from "./service.ts";

const tags = ["appointments"];

interface RouteDeps {
  appointments: Appointments;
  logins: Logins;
}

/** The page of a call, the expert's desk, hours and calendar feed. */
export function deskRoutes(app: ApiApp, { appointments, logins }: RouteDeps) {
  const { feeds } = appointments;

  /** The owner, or the expert whose hours and feed these are. */
  async function requireOwnExpert(request: FastifyRequest) {
    await logins.requireStaff(request);
    await appointments.requireOwnExpert(request.user!, (request.params as { id: string }).id);
  }

  app.get(
    "/join/:token",
    {
      schema: {
        tags,
        summary: "The page of a call",
        description: "For everybody who has the link. The room or the phone number is there from 10 minutes before.",
        params: joinParams,
        response: { 200: joinPage },
      },
    },
    (request) => appointments.joinPage(request.params.token, request.ip),
  );

  app.get(
    "/desk",
    {
      onRequest: logins.requireStaff,
      schema: {
        tags,
        security,
        summary: "The sessions of the expert who is logged in",
        response: { 200: desk },
      },
    },
    (request) => {
      if (request.user!.role !== "expert") throw httpError("not_allowed");
      return appointments.desk(request.user!.id);
    },
  );

  app.get(
    "/experts/:id/schedule",
    {
      onRequest: requireOwnExpert,
      schema: {
        tags,
        security,
        summary: "An expert's hours",
        description: "For the owner and the expert.",
        params: idParams,
        response: { 200: scheduleState },
      },
    },
    (request) => appointments.findSchedule(request.params.id),
  );

  app.put(
    "/experts/:id/schedule",
    {
      onRequest: requireOwnExpert,
      schema: {
        tags,
        security,
        summary: "Change an expert's hours",
        description: "By the owner or the expert.",
        params: idParams,
        body: scheduleForm,
        response: { 200: scheduleState },
      },
    },
    (request) => appointments.saveSchedule(request.params.id, request.body, request.user!.id),
  );

  app.get(
    "/experts/:id/feed",
    {
      onRequest: requireOwnExpert,
      schema: {
        tags,
        security,
        summary: "Whether an expert's calendar feed is on",
        params: idParams,
        response: { 200: feedState },
      },
    },
    async (request) => ({ isOn: await feeds.isOn(request.params.id) }),
  );

  app.post(
    "/experts/:id/feed",
    {
      onRequest: requireOwnExpert,
      schema: {
        tags,
        security,
        summary: "Make a new link to an expert's calendar feed",
        description: "Shown once. The link before ends.",
        params: idParams,
        response: { 201: newFeed },
      },
    },
    async (request, reply) => reply.code(201).send({ url: await feeds.renew(request.params.id, request.user!) }),
  );

  app.delete(
    "/experts/:id/feed",
    {
      onRequest: requireOwnExpert,
      schema: {
        tags,
        security,
        summary: "End an expert's calendar feed",
        params: idParams,
        response: { 200: deleted },
      },
    },
    async (request) => {
      await feeds.end(request.params.id, request.user!);
      return { message: "The calendar feed is off." };
    },
  );

  app.get(
    "/calendar/:token.ics",
    {
      schema: {
        tags,
        summary: "An expert's sessions for calendar programs",
        description: "For everybody who has the link. iCalendar; it does not say who calls.",
        params: feedParams,
      },
    },
    async (request, reply) => {
      const file = await feeds.read(request.params.token, request.ip);
      const etag = `"${createHash("sha256").update(file).digest("base64url")}"`;
      reply.headers({ etag, "cache-control": "private, no-cache", "x-robots-tag": "noindex" });
      if (request.headers["if-none-match"] === etag) return reply.code(304).send();
      return reply.type("text/calendar; charset=utf-8").send(file);
    },
  );
}
