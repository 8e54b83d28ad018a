import { z } from "zod";
import type { ApiApp } from "../platform/http/api-app.ts";
import type { Payments } from "./service.ts";

const FORM = "application/x-www-form-urlencoded";

/** After a failed payment the provider sends other fields; what matters is then that these are missing. */
const receipt = z.object({
  razorpay_payment_id: z.string().max(100).optional(),
  razorpay_signature: z.string().max(200).optional(),
});

/** Inside another app's browser the provider takes the whole page, and comes back with a form. */
export async function callbackRoute(app: ApiApp, { payments }: { payments: Payments }) {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(FORM, { parseAs: "string" }, (_request, body, done) =>
    done(null, Object.fromEntries(new URLSearchParams(body as string))),
  );
  app.post(
    "/payments/razorpay/callback",
    {
      schema: {
        tags: ["payments"],
        summary: "Where the provider brings a buyer back to; leads on to the order, paid or not",
        consumes: [FORM],
        querystring: z.object({ orderId: z.uuid() }),
        body: receipt.nullish(),
        response: { 303: z.undefined() },
      },
    },
    async (request, reply) => {
      const { orderId } = request.query;
      const { razorpay_payment_id: paymentId, razorpay_signature: signature } = request.body ?? {};
      await payments.hearReceipt(orderId, { paymentId, signature });
      return reply.redirect(`/success?orderId=${orderId}&back=1`, 303);
    },
  );
}
