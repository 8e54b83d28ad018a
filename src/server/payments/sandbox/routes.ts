import { hash } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { FastifyError, FastifyInstance, FastifyRequest } from "fastify";
import { isDatabaseAway, isDatabaseFull } from "../../platform/database/faults.ts";
import { bypassLoadGate } from "../../platform/http/load-gate.ts";
import type { Platform } from "../../platform/platform.ts";
import { createWebhookDelivery, type DeliveryDeps } from "./deliver-webhooks.ts";
import { toCollection, toOrder, toPayment, toRefund } from "./entities.ts";
import { SandboxError } from "./errors.ts";
import { isAuthorised, type SandboxKeys } from "./keys.ts";
import {
  captureRequest,
  newOrder,
  newRefund,
  orderSearch,
  read,
  refundHeaders,
  refundSearch,
  sandboxDispute,
  sandboxPayment,
  sandboxRefund,
  settlementSearch,
} from "./requests.ts";
import { createSandbox, type Sandbox } from "./service.ts";
import { createStore, type Store } from "./store.ts";

const NOT_HERE = "The requested URL was not found on the server.";
const MAX_BODY_BYTES = 100_000;
type WithId = { Params: { id: string } };

type SandboxOptions = Pick<Platform, "db" | "clock"> &
  Omit<DeliveryDeps, "retryDelaysMs"> & {
    /** False while the shop has keys of the real provider. */
    isOn?: () => Promise<boolean>;
  };

/** The API for the shop's server, authorised by its keys. */
function serverCalls(app: FastifyInstance, store: Store, sandbox: Sandbox, { keys, clock }: SandboxOptions) {
  app.addHook("onRequest", async (request) => {
    if (isAuthorised(keys, request.headers.authorization)) return;
    throw new SandboxError("Authentication failed", { status: 401, source: "NA", step: "NA", reason: "NA" });
  });
  app.post("/orders", ({ body }) => sandbox.createOrder(read(newOrder, body)));
  app.get("/orders", ({ query }) => toCollection(store.listOrders(read(orderSearch, query)), toOrder));
  app.get<WithId>("/orders/:id", async ({ params }) => toOrder(await store.findOrder(params.id)));
  app.get<WithId>("/orders/:id/payments", ({ params }) => toCollection(store.listPayments(params.id), toPayment));
  app.get<WithId>("/payments/:id", async ({ params }) => toPayment(await store.findPayment(params.id)));
  app.post<WithId>("/payments/:id/capture", ({ params, body }) =>
    sandbox.capture(params.id, read(captureRequest, body).amount),
  );
  app.post<WithId>("/payments/:id/refund", ({ params, body, headers }) => {
    const { key } = read(refundHeaders, { key: headers["x-refund-idempotency"] });
    return sandbox.refund(params.id, read(newRefund, body), key);
  });
  app.get<WithId>("/payments/:id/refunds", ({ params }) => toCollection(store.refundsOf(params.id), toRefund));
  app.get("/refunds", ({ query }) => toCollection(store.listRefunds(read(refundSearch, query)), toRefund));
  app.get<WithId>("/refunds/:id", async ({ params }) => toRefund(await store.findRefund(params.id)));
  app.get("/settlements/recon/combined", ({ query }) =>
    toCollection(store.listSettled(read(settlementSearch, query), clock.now()), (item) => item),
  );
}

/**
 * The popup's only call, which like Razorpay's popup uses no secret, and the control calls for tests and demonstrations.
 * Their effect is bounded: who calls must know a random id, and can only try a limited number of payments, set the next
 * refund of a payment or move its one dispute a limited number of times.
 */
function keylessCalls(app: FastifyInstance, sandbox: Sandbox, { keyId }: SandboxKeys) {
  app.post("/payments", ({ body }) => {
    const { order_id, outcome, key_id = keyId } = read(sandboxPayment, body);
    if (key_id !== keyId) throw new SandboxError("The api key provided is invalid", { status: 401 });
    return sandbox.pay(order_id, outcome);
  });
  app.post("/refunds", ({ body }) => sandbox.setNextRefund(read(sandboxRefund, body)));
  app.post("/disputes", ({ body }) => sandbox.moveDispute(read(sandboxDispute, body)));
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
export async function sandboxProvider(app: FastifyInstance, options: SandboxOptions) {
  const { db, clock, keys } = options;
  const { send: sendWebhooks, closing, stop } = createWebhookDelivery(options);
  const store = createStore(db);
  const sandbox = createSandbox({ store, clock, keys, sendWebhooks, closing });
  app.addHook("preClose", stop);
  app.addHook("onRequest", async () => {
    if (options.isOn && !(await options.isOn())) throw new SandboxError(NOT_HERE, { status: 404 });
  });
  app.addHook("onRoute", (route) => {
    bypassLoadGate(route);
    route.bodyLimit = MAX_BODY_BYTES;
    route.schema = { hide: true };
  });
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const problem = toSandboxError(error, request);
    return reply.code(problem.status).send(problem.toReply());
  });

  await app.register(async (api) => serverCalls(api, store, sandbox, options), { prefix: "/v1" });
  await app.register(async (api) => keylessCalls(api, sandbox, keys), { prefix: "/v1/sandbox" });
  const script = await readCheckoutScript();
  app.get("/checkout.js", (request, reply) => {
    reply.headers({ "cache-control": "no-cache", etag: script.etag });
    if (request.headers["if-none-match"] === script.etag) return reply.code(304).send();
    return reply.type("text/javascript; charset=utf-8").send(script.text);
  });
  app.all("/*", () => {
    throw new SandboxError(NOT_HERE, { status: 404 });
  });
}
