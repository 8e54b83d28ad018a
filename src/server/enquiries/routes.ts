import { z } from "zod";
import { enquiry, enquiryForm, enquiryMark, enquiryQuery, enquiryReceived } from "../../contracts/enquiries/enquiry.ts";
import { deleted, idParams } from "../../contracts/error.ts";
import { type ApiApp, security, sendPage } from "../platform/http/api-app.ts";
import type { Logins } from "../platform/http/logins.ts";
import type { Enquiries } from "./service.ts";

const tags = ["enquiries"];

interface EnquiryRouteDeps {
  enquiries: Enquiries;
  logins: Logins;
}

export function enquiryRoutes(app: ApiApp, { enquiries, logins }: EnquiryRouteDeps) {
  const { requireOwner } = logins;

  app.post(
    "/enquiries",
    { schema: { tags, summary: "Send an enquiry", body: enquiryForm, response: { 200: enquiryReceived } } },
    async (request) => {
      await enquiries.receive(request.body, request.ip);
      return { success: true };
    },
  );

  app.get(
    "/enquiries",
    {
      onRequest: requireOwner,
      schema: {
        tags,
        security,
        summary: "All enquiries, newest first",
        querystring: enquiryQuery,
        response: { 200: z.array(enquiry) },
      },
    },
    async (request, reply) => sendPage(reply, await enquiries.list(request.query)),
  );

  app.put(
    "/enquiries/:id",
    {
      onRequest: requireOwner,
      schema: {
        tags,
        security,
        summary: "Mark an enquiry as read or unread",
        params: idParams,
        body: enquiryMark,
        response: { 200: enquiry },
      },
    },
    (request) => enquiries.mark(request.params.id, request.body.read, request.user!.id),
  );

  app.delete(
    "/enquiries/:id",
    {
      onRequest: requireOwner,
      schema: { tags, security, summary: "Delete an enquiry", params: idParams, response: { 200: deleted } },
    },
    async (request) => {
      await enquiries.remove(request.params.id, request.user!.id);
      return { message: "Enquiry deleted" };
    },
  );
}
