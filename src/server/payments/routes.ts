import { z } from "zod";
import { paymentOrder, paymentRequest } from "../../contracts/order.ts";
import type { ApiApp } from "../platform/http/api-app.ts";
import type { Sessions } from "../platform/http/sessions.ts";
import { callbackRoute } from "./callback-route.ts";
import type { Payments } from "./service.ts";

const tags = ["payments"];
const received = z.object({ received: z.boolean() });

export async function paymentRoutes(app: ApiApp, { payments, sessions }: { payments: Payments; sessions: Sessions }) {
  app.post(
    "/payments/razorpay",
    {
      onRequest: sessions.requireUser,
      schema: {
        tags,
        security: [{ bearer: [] }],
        summary: "Begin the payment of an order; asked again, it is the same payment",
        body: paymentRequest,
        response: { 200: paymentOrder },
      },
    },
    (request) => payments.begin(request.body.orderId, request.user!),
  );

  await app.register(callbackRoute, { payments });

  // The signature is over the bytes as they came, so here nothing may parse them first.
  await app.register(async (raw) => {
    raw.removeAllContentTypeParsers();
    raw.addContentTypeParser("*", { parseAs: "buffer" }, (_request, body, done) => done(null, body));
    raw.post(
      "/payments/razorpay/webhook",
      { schema: { tags, summary: "The payment provider's news", response: { 200: received } } },
      async (request) => {
        const header = (name: string) => [request.headers[name]].flat()[0];
        await payments.receiveWebhook({
          body: Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0),
          signature: header("x-razorpay-signature"),
          eventId: header("x-razorpay-event-id"),
        });
        return { received: true };
      },
    );
  });
}
