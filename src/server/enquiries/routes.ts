import { enquiryForm, enquiryReceived } from "../../contracts/enquiry.ts";
import type { ApiApp } from "../platform/api-app.ts";
import type { Enquiries } from "./service.ts";

export function enquiryRoutes(app: ApiApp, { enquiries }: { enquiries: Enquiries }) {
  app.post(
    "/enquiries",
    {
      schema: {
        tags: ["enquiries"],
        summary: "Send an enquiry",
        body: enquiryForm,
        response: { 200: enquiryReceived },
      },
    },
    async (request) => {
      await enquiries.receive(request.body, request.ip);
      return { success: true };
    },
  );
}
