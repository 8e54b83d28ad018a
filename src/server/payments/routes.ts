import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { paymentOrder, paymentRequest } from "../../contracts/orders/order.ts";
import { PAYMENT_METHOD } from "../../contracts/payments/payment-rules.ts";
import { type RouteDeps, routesFor } from "../platform/http/api-routes.ts";
import { callbackForm } from "./callback-form.ts";
import type { Payments } from "./service.ts";

const received = z.object({ received: z.boolean() });
const FORM = "application/x-www-form-urlencoded";

export async function paymentRoutes(app: FastifyInstance, { payments, logins }: RouteDeps & { payments: Payments }) {
  const { user } = routesFor(app, logins, "payments");
  user.post(
    `/payments/${PAYMENT_METHOD}`,
    {
      summary: "Begin the payment of an order; asked again, it is the same payment",
      body: paymentRequest,
      response: paymentOrder,
    },
    (request) => payments.begin(request.body.orderId, request.user, request.ip),
  );

  // In an in-app browser the provider replaces the whole page, and returns to the shop by posting a form.
  await app.register(async (forms) => {
    forms.removeAllContentTypeParsers();
    forms.addContentTypeParser(FORM, { parseAs: "string" }, (_request, body, done) =>
      done(null, Object.fromEntries(new URLSearchParams(body as string))),
    );
    routesFor(forms, logins, "payments").everyone.post(
      `/payments/${PAYMENT_METHOD}/callback`,
      {
        summary: "Where the provider brings a buyer back to; leads on to the order, paid or not",
        consumes: [FORM],
        query: z.object({ orderId: z.uuid() }),
        body: callbackForm.nullish(),
        response: z.undefined(),
        status: 303,
      },
      async ({ query, body }, reply) => {
        await payments.handleCallback(query.orderId, body ?? {});
        return reply.redirect(`/success?orderId=${query.orderId}&back=1`, 303);
      },
    );
  });

  // The signature covers the raw bytes, so the body is not parsed here.
  await app.register(async (raw) => {
    raw.removeAllContentTypeParsers();
    raw.addContentTypeParser("*", { parseAs: "buffer" }, (_request, body, done) => done(null, body));
    routesFor(raw, logins, "payments").everyone.post(
      `/payments/${PAYMENT_METHOD}/webhook`,
      { summary: "The payment provider's news", response: received },
      async ({ body, headers }) => {
        await payments.receiveWebhook({ body: Buffer.isBuffer(body) ? body : Buffer.alloc(0), headers });
        return { received: true };
      },
    );
  });
}
