import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { enquiry, enquiryForm, enquiryMark, enquiryQuery, enquiryReceived } from "../../contracts/enquiries/enquiry.ts";
import { deleted, idParams } from "../../contracts/error.ts";
import { type RouteDeps, routesFor, sendPage } from "../platform/http/api-routes.ts";
import type { Enquiries } from "./service.ts";

export function enquiryRoutes(app: FastifyInstance, { enquiries, logins }: RouteDeps & { enquiries: Enquiries }) {
  const { optionalUser, owner } = routesFor(app, logins, "enquiries");

  optionalUser.post(
    "/enquiries",
    { summary: "Send an enquiry", body: enquiryForm, response: enquiryReceived },
    async (request) => {
      await enquiries.receive(request.body, request.ip, request.user?.id);
      return { success: true };
    },
  );

  owner.get(
    "/enquiries",
    { summary: "All enquiries, newest first", query: enquiryQuery, response: z.array(enquiry) },
    async (request, reply) => sendPage(reply, await enquiries.list(request.query)),
  );

  owner.put(
    "/enquiries/:id",
    { summary: "Mark an enquiry as read or unread", params: idParams, body: enquiryMark, response: enquiry },
    (request) => enquiries.mark(request.params.id, request.body.read, request.user.id),
  );

  owner.delete(
    "/enquiries/:id",
    { summary: "Delete an enquiry", params: idParams, response: deleted },
    async (request) => {
      await enquiries.remove(request.params.id, request.user.id);
      return { message: "Enquiry deleted" };
    },
  );
}
