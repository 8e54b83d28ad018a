import { hash } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { FastifyBaseLogger, FastifyError, FastifyInstance, FastifyRequest } from "fastify";
import { z } from "zod";
import type { Clock } from "../../platform/clock.ts";
import type { Database } from "../../platform/database/database.ts";
import { isDatabaseAway, isDatabaseFull } from "../../platform/database/faults.ts";
import { bypassLoadGate } from "../../platform/http/load-gate.ts";
import { createWebhookDelivery } from "./deliver-webhooks.ts";
import { SandboxError } from "./errors.ts";
import { isAuthorised, type SandboxKeys } from "./keys.ts";
import { createSandboxRefunds, type SandboxRefunds } from "./refunds.ts";
import {
  captureRequest,
  idempotencyKey,
  newOrder,
  newRefund,
  orderSearch,
  read,
  refundSearch,
  sandboxDispute,
  sandboxPayment,
  sandboxRefund,
} from "./requests.ts";
import { createSandbox, type Sandbox } from "./service.ts";

const MAX_BODY_BYTES = 100_000;
const hidden = { schema: { hide: true } };
type WithId = { Params: { id: string } };

export interface SandboxOptions {
  db: Database;
  clock: Clock;
  log: FastifyBaseLogger;
  keys: SandboxKeys;
  /** The shop's webhook URL. Undefined until the shop listens. */
  webhookUrl(): string | undefined;
}

/** The API for the shop's server, authorised by its keys. */
function serverCalls(app: FastifyInstance, sandbox: Sandbox, refunds: SandboxRefunds, keys: SandboxKeys) {
  app.addHook("onRequest", async (request) => {
    if (isAuthorised(keys, request.headers.authorization)) return;
    throw new SandboxError("Authentication failed", { status: 401, source: "NA", step: "NA", reason: "NA" });
  });
  app.post("/orders", hidden, ({ body }) => sandbox.createOrder(read(newOrder, body)));
  app.get("/orders", hidden, ({ query }) => sandbox.listOrders(read(orderSearch, query)));
  app.get<WithId>("/orders/:id", hidden, ({ params }) => sandbox.findOrder(params.id));
  app.get<WithId>("/orders/:id/payments", hidden, ({ params }) => sandbox.listPayments(params.id));
  app.get<WithId>("/payments/:id", hidden, ({ params }) => sandbox.findPayment(params.id));
  app.post<WithId>("/payments/:id/capture", hidden, ({ params, body }) =>
    sandbox.capture(params.id, read(captureRequest, body).amount),
  );
  app.post<WithId>("/payments/:id/refund", hidden, ({ params, body, headers }) => {
    const { key } = read(z.object({ key: idempotencyKey }), { key: headers["x-refund-idempotency"] });
    return refunds.refund(params.id, read(newRefund, body), key);
  });
  app.get<WithId>("/payments/:id/refunds", hidden, ({ params }) => refunds.refundsOf(params.id));
  app.get("/refunds", hidden, ({ query }) => refunds.listRefunds(read(refundSearch, query)));
  app.get<WithId>("/refunds/:id", hidden, ({ params }) => refunds.findRefund(params.id));
}

/**
 * For tests and demonstrations. These calls need no API key, so their effect is bounded: the buyer must know a random
 * payment id, and can only set its next refund or move its one dispute a limited number of times.
 */
function controlCalls(app: FastifyInstance, refunds: SandboxRefunds) {
  app.post("/sandbox/refunds", hidden, ({ body }) => {
    const { payment_id, next } = read(sandboxRefund, body);
    return refunds.setNext(payment_id, next);
  });
  app.post("/sandbox/disputes", hidden, ({ body }) => refunds.moveDispute(read(sandboxDispute, body)));
}

/** The popup's only call. Like Razorpay's popup, it uses no secret. */
function popupCall(app: FastifyInstance, sandbox: Sandbox, { keyId }: SandboxKeys) {
  app.post("/sandbox/payments", hidden, ({ body }) => {
    const { order_id, outcome, key_id = keyId } = read(sandboxPayment, body);
    if (key_id !== keyId) throw new SandboxError("The api key provided is invalid", { status: 401 });
    return sandbox.pay(order_id, outcome);
  });
}

/** The popup's script with its style sheet inlined: one request, and no flash of unstyled content. */
async function readCheckoutScript() {
  const read = (name: string) => readFile(new URL(`checkout/${name}`, import.meta.url), "utf8");
  const [script, styles] = await Promise.all([read("checkout.js"), read("checkout.css")]);
  const text = script.replace('"CHECKOUT_CSS"', () => JSON.stringify(styles));
  return { text, etag: `"${hash("sha256", text, "base64url").slice(0, 22)}"` };
}

function toSandboxError(error: FastifyError | SandboxError, request: FastifyRequest) {
  if (error instanceof SandboxError) return error;
  const status = error.statusCode ?? 500;
  if (status < 500) return new SandboxError("The request could not be understood.", { status });
  if (isDatabaseAway(error) || isDatabaseFull(error))
    return new SandboxError("The service is down for the moment. Please try again.", { status: 503 });
  // Log the code only: the message of a failed query contains its parameters.
  const code = (error.cause as { code?: string } | undefined)?.code ?? error.code;
  request.log.error({ reason: error.name, code }, "the sandbox gateway failed");
  return new SandboxError("We are facing some trouble completing your request. Please try again.", { status: 500 });
}

/** Simulates Razorpay inside this process. The shop calls it over HTTP only. No money moves. */
export async function sandboxGateway(app: FastifyInstance, { db, clock, log, keys, webhookUrl }: SandboxOptions) {
  const delivery = createWebhookDelivery({ log, keys, webhookUrl });
  const closing = new AbortController();
  const sandboxDeps = { db, clock, keys, sendWebhooks: delivery.send };
  const sandbox = createSandbox(sandboxDeps);
  const refunds = createSandboxRefunds(sandboxDeps, closing.signal);
  app.addHook("preClose", async () => {
    closing.abort();
    await delivery.stop();
  });
  app.addHook("onRoute", bypassLoadGate);
  app.addHook("onRoute", (route) => {
    route.bodyLimit = MAX_BODY_BYTES;
  });
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const problem = toSandboxError(error, request);
    return reply.code(problem.status).send(problem.toReply());
  });

  await app.register(async (api) => serverCalls(api, sandbox, refunds, keys), { prefix: "/v1" });
  await app.register(async (api) => popupCall(api, sandbox, keys), { prefix: "/v1" });
  await app.register(async (api) => controlCalls(api, refunds), { prefix: "/v1" });
  const script = await readCheckoutScript();
  app.get("/checkout.js", hidden, (request, reply) => {
    reply.headers({ "cache-control": "no-cache", etag: script.etag });
    if (request.headers["if-none-match"] === script.etag) return reply.code(304).send();
    return reply.type("text/javascript; charset=utf-8").send(script.text);
  });
  app.all("/*", hidden, () => {
    throw new SandboxError("The requested URL was not found on the server.", { status: 404 });
  });
}
