import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import type { Order, PaymentOrder } from "../../src/contracts/orders/order.ts";
import { makeCustomer } from "../support/customers.ts";
import { makeProduct } from "../support/forms.ts";
import { type LoopbackClient, openLoopbackClient } from "../support/http-clients.ts";
import { writtenMails } from "../support/mails.ts";
import { type Paid, wants } from "../support/orders.ts";
import { newPerson } from "../support/people.ts";
import { isLong } from "../support/real-shop.ts";
import { openOwnShop, type TestShop } from "../support/test-shop.ts";
import { until } from "../support/until.ts";

/** More than the limits of an address that shut people out before; `npm run test:long` sends a whole crowd. */
const PEOPLE = isLong ? 200 : 12;
/** Those of them who come without a password. */
const WITH_CODE = isLong ? 90 : 5;
const GUESSES_ELSEWHERE = 5;
const PRICE = 900;

interface Visit {
  client: LoopbackClient;
  productId: string;
}
type Person = ReturnType<typeof newPerson>;

/** Calls of one person. `refused` has those that did not answer as they should. */
function createCalls(client: LoopbackClient) {
  const refused: string[] = [];
  async function call<T>(wanted: number, method: string, path: string, json: unknown, token = "") {
    const reply = await client.call(method, path, { token, json });
    if (reply.status !== wanted) refused.push(`${method} ${path} answered ${reply.status}: ${reply.body}`);
    return JSON.parse(reply.body) as T;
  }
  return { call, refused };
}

/** Everything that one person does: registers and logs in, or logs in with a code that was mailed; then buys. */
async function visit({ client, productId }: Visit, person: Person, code?: string) {
  const { call, refused } = createCalls(client);
  const { name, email, phone, password } = person;
  async function logIn() {
    const credentials = { email, password };
    if (code !== undefined) return call<{ token: string }>(200, "POST", "/api/users/code/login", { email, code });
    await call(201, "POST", "/api/users/register", person);
    await call(401, "POST", "/api/users/login", { ...credentials, password: "mistyped" });
    return call<{ token: string }>(200, "POST", "/api/users/login", credentials);
  }
  const { token } = await logIn();
  const shipping = { name, email, phone, address: "12 Tara Marg" };
  const order = await call<Order>(201, "POST", "/api/orders", { ...wants(productId, PRICE), shipping }, token);
  const begun = await call<PaymentOrder>(200, "POST", "/api/payments/razorpay", { orderId: order._id }, token);
  const payment = { order_id: begun.orderId, outcome: "success" };
  const paid = await call<Paid>(200, "POST", "/sandbox/razorpay/v1/sandbox/payments", payment);
  const proof = { paymentId: paid.razorpay_payment_id, signature: paid.razorpay_signature };
  await call(200, "PUT", `/api/orders/${order._id}/status`, { status: "paid", ...proof }, token);
  await call(200, "POST", "/api/enquiries", { name, email, message: "When does it arrive?" }, token);
  await call(200, "POST", "/api/users/forgot", { email });
  return refused;
}

/** Asks for a code for each of them at once, then reads all the mails. */
async function askForCodes(shop: TestShop, client: LoopbackClient, people: Person[]) {
  const { call, refused } = createCalls(client);
  await Promise.all(people.map(({ email }) => call(200, "POST", "/api/users/code", { email })));
  expect(refused).toEqual([]);
  const codes = await until(async () => {
    await shop.services.notifications.deliverDue();
    const found = (await writtenMails(shop)).flatMap(({ headers: { to, subject = "" } }) => {
      const code = /^(\d{6}) is your code for /.exec(subject)?.[1];
      return code ? [[to, code] as const] : [];
    });
    return found.length === people.length ? new Map(found) : undefined;
  }, 60_000);
  return people.map(({ email }) => codes.get(email as string));
}

/** The clock stands still: everything happens within one window of every limit. */
test("a crowd behind one address registers, logs in, by mailed codes too, buys, asks and resets, while one of them guesses passwords", async () => {
  const shop = await openOwnShop();
  await shop.app.listen({ port: 0, host: "127.0.0.1" });
  const url = `http://127.0.0.1:${(shop.app.server.address() as AddressInfo).port}`;
  const open = (address: string) => {
    const client = openLoopbackClient(url, address, PEOPLE);
    onTestFinished(client.close);
    return client;
  };
  const crowd = open("127.0.0.2");
  const { _id: productId } = await makeProduct(shop, { price: `${PRICE}`, stock: `${10 * PEOPLE}` });
  const victim = await makeCustomer(shop);
  const logIn = async (client: LoopbackClient, password: string) =>
    (await client.call("POST", "/api/users/login", { json: { email: victim.email, password } })).status;
  const home = open("127.0.0.3");
  expect(await logIn(home, victim.password)).toBe(200);

  async function guess() {
    const statuses = [];
    for (let i = 0; i < 60; i++) statuses.push(await logIn(crowd, `guess ${i}`));
    return statuses;
  }
  const people = Array.from({ length: PEOPLE }, () => newPerson());
  const [newcomers, registering] = [people.slice(0, WITH_CODE), people.slice(WITH_CODE)];
  const at = { client: crowd, productId };
  async function comeWithCodes() {
    const codes = await askForCodes(shop, crowd, newcomers);
    return (await Promise.all(newcomers.map((person, i) => visit(at, person, codes[i])))).flat();
  }
  const [guesses, ...refused] = await Promise.all([
    guess(),
    comeWithCodes(),
    ...registering.map((person) => visit(at, person)),
  ]);
  expect(refused.flat()).toEqual([]);
  expect(guesses).toEqual([...Array(10).fill(401), ...Array(50).fill(429)]);
  await shop.services.notifications.deliverDue();
  const mails = Object.groupBy(await writtenMails(shop), ({ headers }) => headers.to ?? "");
  for (const [i, { email }] of people.entries()) {
    const subjects = (mails[email as string] ?? []).map(({ headers }) => headers.subject ?? "");
    expect(subjects.map((subject) => subject.replace(/ \w{6} /, " … ").replace(/^\d{6}/, "…")).sort()).toEqual([
      "Choose a new password",
      "Your order … is confirmed",
      ...(i < WITH_CODE ? ["… is your code for Nakshatra"] : []),
    ]);
  }

  // From other addresses the guesser gets to 50; the person at home still logs in.
  let tried = 10;
  for (let i = 0; i < GUESSES_ELSEWHERE; i++)
    for (let nth = 0; nth < 11; nth++) if ((await logIn(open(`127.0.0.${10 + i}`), "guess")) === 401) tried += 1;
  expect(tried).toBe(50);
  expect(await logIn(open("127.0.0.99"), victim.password)).toBe(429);
  expect(await logIn(home, victim.password)).toBe(200);
}, 300_000);
