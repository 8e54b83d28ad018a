import { Agent, request } from "node:http";
import fc from "fast-check";
import { expect } from "vitest";
import { buySession, makeAvailable } from "../support/appointments.ts";
import { makeCustomer, makeExpertAccount } from "../support/customers.ts";
import { makeCourse, makeProduct } from "../support/forms.ts";
import { type Call, callsOf } from "../support/hostile-calls.ts";
import { PLACEHOLDERS } from "../support/hostile-values.ts";
import { type Customer, placeOrder, wants } from "../support/orders.ts";
import { issueToken, openOwnShop, type TestShop, test } from "../support/test-shop.ts";

const SEED = Number(process.env.FC_SEED ?? 20_260_401);
/** Multiplies the number of generated calls. */
const TIMES = Number(process.env.HOSTILE_TIMES ?? 1);
const CALLS = 250 * TIMES;

/** Internals that no response may show: code, files, queries, names of libraries. */
const INTERNALS =
  /FST_|node_modules|\.[jt]s:\d|\bat \S+ \(|Failed query|SQLSTATE|relation "|syntax error at|ECONN|PostgresError/;

const roles = ["visitor", "customer", "expert", "owner"] as const;
type Role = (typeof roles)[number];

interface Response {
  status: number;
  headers: NodeJS.Dict<string | string[]>;
  text: string;
}

function send(url: string, agent: Agent, token: string | undefined, { method, path, headers, body }: Call) {
  const { promise, resolve, reject } = Promise.withResolvers<Response>();
  const all = { ...headers, ...(token && { authorization: `Bearer ${token}` }) };
  const sending = request(url + path, { method, agent, headers: all }, (reply) => {
    const chunks: Buffer[] = [];
    reply.on("data", (chunk: Buffer) => chunks.push(chunk));
    reply.on("end", () => {
      const text = Buffer.concat(chunks).toString("utf8");
      resolve({ status: reply.statusCode!, headers: reply.headers, text });
    });
  });
  sending.on("error", reject).end(body);
  return promise;
}

/** The codes that the OpenAPI document lists for a call, by status. */
type Documented = (call: Call, status: number) => string[];

function expectSafe({ status, headers, text }: Response, call: Call, role: Role, codesOf: Documented) {
  const { method, path, isSecured } = call;
  const of = `${role}: ${method} ${path} → ${status} ${text.slice(0, 300)}`;
  expect(status, of).toBeLessThan(500);
  expect(text, of).not.toMatch(INTERNALS);
  expect(headers, of).toMatchObject({ "x-content-type-options": "nosniff", "cache-control": expect.any(String) });
  if (role === "visitor" && isSecured) expect(status, of).toBeGreaterThanOrEqual(400);
  if (status < 400) return;
  expect(headers["content-type"], of).toBe("application/json; charset=utf-8");
  const { message, code, fields = {} } = JSON.parse(text);
  expect(message, of).toMatch(/^[\p{Lu}“].*[.!]$|^Invalid email or password$/su);
  // A broken URL, or one with an empty id, reaches no call.
  const isReached = ![404, 405].includes(status) && code !== "bad_request" && !/\/(?:[/?]|$)/.test(path);
  if (isReached) expect(codesOf(call, status), of).toContain(code);
  expect(code, of).toMatch(/^[a-z_]+$/);
  for (const sentence of Object.values(fields)) expect(sentence, of).toMatch(/^[\p{L}“‘].*\S$/su);
}

const RETRY = "/api/orders/{id}/refunds/{refundId}/retry";
const emptyId = (route: string) => route.replace("{id}", "").replace("{refundId}", "RECORD0");

const noBody = { headers: {}, body: undefined };

/** The records that the placeholders of a generated call stand for, in their order. */
async function makeRecords(shop: TestShop, buyer: Customer) {
  const product = await makeProduct(shop, { price: "900", stock: "50" });
  const order = await placeOrder(shop, buyer, wants(product._id, 900));
  const expert = await makeAvailable(shop);
  const { appointments } = await buySession(shop, buyer, expert);
  const others = [await makeProduct(shop), await makeCourse(shop), expert, appointments[0]!];
  return { expert, ids: [product, order, ...others].map(({ _id }) => _id) };
}

function fillPlaceholders(call: Call, ids: string[]): Call {
  const fill = (text: string) => text.replace(/RECORD(\d)/g, (_placeholder, number) => ids[number]!);
  return {
    ...call,
    path: fill(call.path),
    body: call.body && Buffer.from(fill(call.body.toString("latin1")), "latin1"),
  };
}

test("no call by any role causes a 500 or shows internals", {
  timeout: 60_000 + 30_000 * TIMES,
}, async () => {
  const shop = await openOwnShop({ RATE_LIMIT: "off" });
  const url = await shop.app.listen({ port: 0, host: "127.0.0.1" });
  const agent = new Agent({ keepAlive: true });
  const buyer = await makeCustomer(shop);
  const { paths, components } = (await shop.call("GET", "/api/openapi.json")).json();
  const codesOf: Documented = ({ method, route }, status) => {
    const name = paths[route][method.toLowerCase()].responses[status]?.$ref.split("/").at(-1);
    return components.responses[name]?.content["application/json"].schema.properties.code.enum ?? [];
  };
  const [owner] = (await shop.db.$client.query("select id from users where role = 'owner'")).rows;
  const account = await makeExpertAccount(shop, await makeAvailable(shop));
  const ids = { customer: buyer.id, expert: account.id, owner: owner.id as string };

  /** A generated call may have changed a password, so each gets a fresh token. */
  async function freshToken(role: Role) {
    if (role === "visitor") return undefined;
    const id = ids[role];
    const [user] = (await shop.db.$client.query("select token_generation from users where id = $1", [id])).rows;
    return issueToken(shop, { id, role, generation: user.token_generation });
  }

  /** The expert's account gets the new expert with the session. */
  async function freshRecords() {
    const asOwner = { ...shop, ownerToken: (await freshToken("owner"))! };
    const made = await makeRecords(asOwner, { ...buyer, token: (await freshToken("customer"))! });
    await shop.db.$client.query("update users set expert_id = $1 where id = $2", [made.expert._id, account.id]);
    return made.ids;
  }
  let records = await freshRecords();
  let calls = 0;
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...roles), callsOf(paths, PLACEHOLDERS), async (role, call) => {
      // Some have been deleted by now.
      if (calls % 100 === 99) records = await freshRecords();
      const response = await send(url, agent, await freshToken(role), fillPlaceholders(call, records));
      expectSafe(response, call, role, codesOf);
      calls += 1;
      const health = { ...noBody, method: "GET", route: "", path: "/healthz", isSecured: false };
      if (calls % 20 === 0) expect((await send(url, agent, undefined, health)).status).toBe(200);
    }),
    {
      numRuns: CALLS,
      seed: SEED,
      // Found by longer runs.
      examples: [["owner", { ...noBody, method: "POST", route: RETRY, path: emptyId(RETRY), isSecured: true }]],
    },
  );
  agent.destroy();
  const faults = shop.logLines.map((line) => JSON.parse(line)).filter(({ level }) => level >= 50);
  expect(faults).toEqual([]);
});
