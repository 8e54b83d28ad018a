import { eq } from "drizzle-orm";
import { expect, onTestFinished } from "vitest";
import { retention } from "../../site.config.ts";
import type { PersonalData } from "../../src/contracts/accounts/personal-data.ts";
import { users } from "../../src/server/accounts/user-table.ts";
import { createJobs } from "../../src/server/startup/jobs.ts";
import { waitsByIp, waitsByPerson } from "../../src/server/wishlist/limits.ts";
import { stockWaits } from "../../src/server/wishlist/wishlist-table.ts";
import { countTries } from "../support/counted-tries.ts";
import { makeCustomer } from "../support/customers.ts";
import { expectRefused, goodProduct, makeProduct, problemOf, resendProduct } from "../support/forms.ts";
import { mailsTo } from "../support/mails.ts";
import { register, someAddress, someEmail } from "../support/people.ts";
import { picture } from "../support/pictures.ts";
import { makeRing, saveSizes } from "../support/sizes.ts";
import { openOwnShop, openSecondShop, test } from "../support/test-shop.ts";
import { until } from "../support/until.ts";
import { ANSWER, queue, setStock, tell, told } from "../support/waiting.ts";

const DAY_MS = 24 * 60 * 60_000;

test("takes the wish of visitors and customers, and refuses what is in stock, unknown or too often", async ({
  shop,
}) => {
  const gone = await makeProduct(shop, { stock: "0" });
  const ring = await makeRing(shop, [
    { name: "12", stock: 2 },
    { name: "14", stock: 0 },
  ]);
  const customer = await makeCustomer(shop);
  expect((await tell(shop, { itemId: gone._id }, customer.token)).json()).toEqual(ANSWER);
  expect((await tell(shop, { itemId: ring.idOf("14"), email: " Asha@Example.com " })).json()).toEqual(ANSWER);
  expect((await tell(shop, { itemId: ring.idOf("14"), email: "asha@example.com" })).json()).toEqual(ANSWER);
  const found = await shop.db.select().from(stockWaits).orderBy(stockWaits.id);
  expect(found.map(({ email, userId }) => [email, userId])).toEqual([
    [customer.email, customer.id],
    ["asha@example.com", null],
  ]);

  for (const itemId of [ring.idOf("12"), ring._id]) {
    const reply = await tell(shop, { itemId, email: someEmail() });
    expect([reply.statusCode, problemOf(reply).code]).toEqual([409, "in_stock"]);
  }
  for (const itemId of ["x", crypto.randomUUID(), `${ring._id}:x`, `${gone._id}:${ring._id}`])
    expect((await tell(shop, { itemId, email: someEmail() })).statusCode).toBe(404);
  expectRefused(await tell(shop, { itemId: gone._id }), "email");
  expectRefused(await tell(shop, { email: "asha" }, customer.token), "email", "itemId");

  const [email, address] = [someEmail(), someAddress()];
  await countTries(shop, waitsByPerson.tries, waitsByPerson, email);
  await countTries(shop, waitsByPerson.tries - 1, waitsByPerson, customer.id);
  await countTries(shop, waitsByIp.tries, waitsByIp, address);
  expect((await tell(shop, { itemId: gone._id, email })).statusCode).toBe(429);
  const [name, domain] = email.split("@");
  for (const tag of ["+1", "+a.b"])
    expect((await tell(shop, { itemId: gone._id, email: `${name}${tag}@${domain}` })).statusCode).toBe(429);
  expect((await tell(shop, { itemId: gone._id }, customer.token)).statusCode).toBe(429);
  const registered = await makeCustomer(shop);
  await shop.db
    .update(users)
    .set({ email: `${name}+3@${domain}` })
    .where(eq(users.id, registered.id));
  expect((await tell(shop, { itemId: gone._id }, registered.token)).statusCode).toBe(429);
  await shop.db.update(users).set({ emailConfirmedAt: shop.clock.now() }).where(eq(users.id, registered.id));
  expect((await tell(shop, { itemId: gone._id }, registered.token)).statusCode).toBe(200);
  expect((await tell(shop, { itemId: gone._id, email: someEmail() }, undefined, address)).statusCode).toBe(429);
});

test("tells as many as there are pieces, and the next ones a day later, each once, in two processes", async ({
  shop,
}) => {
  const second = await openSecondShop(shop);
  const tellBoth = () =>
    Promise.all([shop, second, shop, second].map(({ services }) => services.wishlist.tellWaiting()));
  const product = await makeProduct(shop, { price: "900", stock: "0" }, [{ bytes: await picture() }]);
  const emails = await queue(shop, product._id, 8);
  await tell(shop, { itemId: product._id, email: emails[0] });
  await tellBoth();
  expect(await told(shop, emails)).toEqual([]);

  await setStock(shop, product, 3);
  await tellBoth();
  expect(await told(shop, emails)).toEqual(emails.slice(0, 3));
  const [mail] = await mailsTo(shop, emails[0]!);
  expect(mail!.headers.subject).toBe(`Back in stock: ${product.title}`);
  expect(mail!.headers["list-unsubscribe"]).toContain("/unsubscribe/backInStock/");
  expect(mail!.text).toContain(`${product.title} × 1: ₹900`);
  expect(mail!.text).toContain(`/product/${product._id}\n`);
  expect(mail!.html).toContain(product.images[0]!.replace(/\.\w+$/, ""));

  // One of them buys: nobody else is told, because the others still have their time.
  await setStock(shop, product, 2);
  shop.clock.advance(DAY_MS - 1);
  await tellBoth();
  expect(await told(shop, emails)).toEqual(emails.slice(0, 3));
  shop.clock.advance(1);
  await tellBoth();
  expect(await told(shop, emails)).toEqual(emails.slice(0, 5));

  // Sold out, a draft, deleted: nobody is told.
  shop.clock.advance(DAY_MS);
  await setStock(shop, product, 0);
  await tellBoth();
  await resendProduct(shop, product._id, goodProduct({ title: product.title, stock: "9", published: "false" }));
  await tellBoth();
  expect(await told(shop, emails)).toEqual(emails.slice(0, 5));
  // Who was told may ask again, behind the others.
  await resendProduct(shop, product._id, goodProduct({ title: product.title, stock: "0", published: "true" }));
  await tell(shop, { itemId: product._id, email: emails[0] });
  await setStock(shop, product, 9);
  await tellBoth();
  expect(await told(shop, emails)).toEqual([emails[0], ...emails]);
});

test("tells of a size only those who wait for it or for any size, and skips who unsubscribed", async ({ shop }) => {
  const ring = await makeRing(shop, [
    { name: "12", stock: 0 },
    { name: "14", stock: 0 },
  ]);
  const sizes = (of12: number, of14: number) =>
    saveSizes(shop, ring, [
      { name: "12", stock: of12 },
      { name: "14", stock: of14 },
    ]);
  const [of14] = await queue(shop, ring.idOf("14"), 1);
  const of12 = await queue(shop, ring.idOf("12"), 2);
  const [ofAny] = await queue(shop, ring._id, 1);
  const last = await queue(shop, ring.idOf("12"), 1);
  const everybody = [of14!, ...of12, ofAny!, ...last];
  await shop.services.notifications.sendNow({ to: of12[0]!, subject: "x", paragraphs: [], notice: "backInStock" });
  const [earlier] = await mailsTo(shop, of12[0]!);
  await shop.call("POST", new URL(/<(.+)>/.exec(earlier!.headers["list-unsubscribe"]!)![1]!).pathname);

  await sizes(2, 0);
  for (let i = 0; i < 2; i++) await shop.services.wishlist.tellWaiting();
  expect(await told(shop, everybody)).toEqual([of12[0], of12[1], ofAny]);
  const [mail] = await mailsTo(shop, of12[1]!);
  expect(mail!.headers.subject).toBe(`Back in stock: ${ring.title} (12)`);
  expect(mail!.text).toContain(`/product/${ring._id}?variant=${ring.idOf("12").split(":")[1]}`);
  await sizes(2, 1);
  await shop.services.wishlist.tellWaiting();
  expect(await told(shop, everybody)).toEqual([of14, of12[0], of12[1], ofAny]);
});

test("the job tells within seconds when the stock is back", async () => {
  const shop = await openOwnShop();
  const jobs = createJobs(shop.services, shop.app.log);
  onTestFinished(jobs.stop);
  const product = await makeProduct(shop, { price: "900", stock: "0" });
  const emails = await queue(shop, product._id, 1);
  await jobs.start();
  await setStock(shop, product, 1);
  await until(async () => (await told(shop, emails)).length === 1);
});

test("the export names wishes; erasing the account, deleting the product and a year end them", async ({ shop }) => {
  const product = await makeProduct(shop, { stock: "0" });
  const deleted = await makeProduct(shop, { stock: "0" });
  const asha = await register(shop);
  await tell(shop, { itemId: product._id, email: asha.email.toUpperCase() });
  await tell(shop, { itemId: product._id, email: someEmail() }, asha.token);
  await tell(shop, { itemId: deleted._id }, asha.token);
  const [stranger] = await queue(shop, product._id, 1);
  await shop.call("PUT", `/api/wishlist/${product._id}`, { token: asha.token });
  const data = (await shop.call("GET", "/api/users/profile/data", { token: asha.token })).json() as PersonalData;
  expect(data.wishlist).toEqual([product._id]);
  expect(data.backInStock.map(({ itemId }) => itemId)).toEqual([product._id, deleted._id]);
  const waiting = async () => {
    const rows = await shop.db.select().from(stockWaits);
    return rows.flatMap(({ productId, email }) => ([product._id, deleted._id].includes(productId) ? email : []));
  };
  expect(await waiting()).toHaveLength(4);
  await shop.call("DELETE", `/api/products/${deleted._id}`, { token: shop.ownerToken });
  expect(await waiting()).toHaveLength(3);
  await shop.call("DELETE", "/api/users/profile", { token: asha.token, json: { password: asha.password } });
  expect(await waiting()).toEqual([stranger]);
  shop.clock.advance(retention.stockWaitMonths * 30 * DAY_MS);
  await shop.services.wishlist.deleteExpired();
  expect(await waiting()).toEqual([stranger]);
  shop.clock.advance(10 * DAY_MS);
  await shop.services.wishlist.deleteExpired();
  expect(await waiting()).toEqual([]);
});
