import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import type { Order, PaymentOrder } from "../../src/contracts/orders/order.ts";
import { makeCustomer } from "../support/customers.ts";
import { makeProduct } from "../support/forms.ts";
import { type LoopbackClient, openLoopbackClient } from "../support/http-clients.ts";
import { mailsTo } from "../support/mails.ts";
import { type Paid, wants } from "../support/orders.ts";
import { newPerson } from "../support/people.ts";
import { isLong } from "../support/real-shop.ts";
import { openOwnShop } from "../support/test-shop.ts";

/** More than the limits of an address that shut people out before; `npm run test:long` sends a whole crowd. */
const PEOPLE = isLong ? 120 : 12;
const GUESSES_ELSEWHERE = 5;
const PRICE = 900;

interface Visit {
  client: LoopbackClient;
  productId: string;
}

/** Everything that one person does. Returns the calls that did not answer as they should. */
async function visit({ client, productId }: Visit, person: ReturnType<typeof newPerson>) {
  const refused: string[] = [];
  async function call<T>(wanted: number, method: string, path: string, json: unknown, token = "") {
    const reply = await client.call(method, path, { token, json });
    if (reply.status !== wanted) refused.push(`${method} ${path} answered ${reply.status}: ${reply.body}`);
    return JSON.parse(reply.body) as T;
  }
  const { name, email, phone, password } = person;
  const credentials = { email, password };
  await call(201, "POST", "/api/users/register", person);
  await call(401, "POST", "/api/users/login", { ...credentials, password: "mistyped" });
  const { token } = await call<{ token: string }>(200, "POST", "/api/users/login", credentials);
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

/** The clock stands still: everything happens within one window of every limit. */
test("a crowd behind one address registers, logs in, buys, asks and resets, while one of them guesses passwords", async () => {
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
  const [guesses, ...refused] = await Promise.all([
    guess(),
    ...people.map((person) => visit({ client: crowd, productId }, person)),
  ]);
  expect(refused.flat()).toEqual([]);
  expect(guesses).toEqual([...Array(10).fill(401), ...Array(50).fill(429)]);
  for (const { email } of people) {
    const subjects = (await mailsTo(shop, email)).map(({ headers }) => headers.subject ?? "");
    expect(subjects.map((subject) => subject.replace(/ \w{6} /, " … ")).sort()).toEqual([
      "Choose a new password",
      "Your order … is confirmed",
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
