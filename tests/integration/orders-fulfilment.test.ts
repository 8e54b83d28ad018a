import { expect } from "vitest";
import { defaultSettings } from "../../site.config.ts";
import type { OrderForm } from "../../src/contracts/orders/order.ts";
import { addDays, formatMoment, indianDay } from "../../src/server/platform/indian-time.ts";
import { makeCustomer } from "../support/customers.ts";
import { makeCourse, makeExpert, makeProduct, unique } from "../support/forms.ts";
import { mailsTo } from "../support/mails.ts";
import { placeOrder, readOrder, SHIPPING, setStatus, wants } from "../support/orders.ts";
import { renewOwnerToken } from "../support/owner-token.ts";
import { picture } from "../support/pictures.ts";
import { type TestShop, test } from "../support/test-shop.ts";

const { business: site } = defaultSettings;

const DAY_MS = 24 * 60 * 60_000;

type Item = OrderForm["items"][number];

async function makeLines(shop: TestShop) {
  const [product, course, expert] = [
    await makeProduct(shop, { title: unique("Rose quartz"), price: "900", stock: "9" }),
    await makeCourse(shop, { title: unique("Tarot"), offerPrice: "500" }),
    await makeExpert(shop, { price: "20" }),
  ];
  const line = (itemId: string, itemType: Item["itemType"]): Item => ({ itemId, itemType, qty: 1 });
  return {
    product: { item: line(product._id, "product"), rupees: 900, title: product.title },
    course: { item: line(course._id, "course"), rupees: 500, title: course.title },
    session: { item: line(`${expert._id}-audio-30`, "consultancy"), rupees: 600, title: expert.name, expert },
    package: { item: line("Deep Dive-audio", "consultancy"), rupees: 1800, title: "Deep Dive" },
  };
}

/** An order of a new buyer, whose mails go to an address of its own. */
async function orderLines(
  shop: TestShop,
  lines: { item: Item; rupees: number }[],
  { note, ...shipping }: Partial<typeof SHIPPING> & { pin?: string; note?: string } = {},
) {
  const buyer = await makeCustomer(shop);
  const order = await placeOrder(shop, buyer, {
    items: lines.map(({ item }) => item),
    totalAmount: lines.reduce((sum, { rupees }) => sum + rupees, 0),
    shipping: { ...SHIPPING, email: buyer.email, ...shipping },
    ...(note !== undefined && { note }),
  });
  return { buyer, order };
}

async function set(shop: TestShop, order: { _id: string }, ...statuses: string[]) {
  for (const status of statuses) {
    const reply = await setStatus(shop, shop.ownerToken, order._id, { status });
    expect(reply.statusCode, reply.body).toBe(200);
  }
}

const subjectsTo = async (shop: TestShop, email: string) =>
  (await mailsTo(shop, email)).map(({ headers }) => headers.subject).sort();

test("the buyer gets one mail when the order is shipped and one when it is delivered", async ({ shop }) => {
  const { product } = await makeLines(shop);
  const { buyer, order } = await orderLines(shop, [product], { address: "12 Tara Marg\nNagpur", pin: "440010" });
  const short = order._id.slice(-6);
  await set(shop, order, "shipped");
  const [mail, ...more] = await mailsTo(shop, buyer.email);
  expect(more).toEqual([]);
  expect(mail!.headers.subject).toBe(`Your pieces are on their way: order ${short}`);
  for (const fact of [`${product.title} × 1`, "PIN 440010", `/orders/${order._id}`])
    for (const body of [mail!.text, mail!.html]) expect(body).toContain(fact);

  await set(shop, order, "delivered", "shipped", "paid", "shipped", "delivered", "delivered");
  const expected = [
    `Your order ${short} is confirmed`,
    `Your pieces are delivered: order ${short}`,
    `Your pieces are on their way: order ${short}`,
  ];
  expect(await subjectsTo(shop, buyer.email)).toEqual(expected);
  // What to do about a damaged piece is what the page of every piece says.
  const delivered = (await mailsTo(shop, buyer.email)).find(({ headers }) => headers.subject!.includes("delivered"))!;
  expect(delivered.text).toContain(defaultSettings.business.damageNote);
});

test("a step set again after the mails of the month were cleared sends no second mail", async ({ shop }) => {
  const { product } = await makeLines(shop);
  const { buyer, order } = await orderLines(shop, [product]);
  await set(shop, order, "shipped");
  expect(await mailsTo(shop, buyer.email)).toHaveLength(1);
  await shop.services.notifications.deliverDue();
  shop.clock.advance(31 * DAY_MS);
  await renewOwnerToken(shop);
  await shop.services.jobs.deleteEnded();
  await set(shop, order, "delivered", "shipped");
  expect(await subjectsTo(shop, buyer.email)).toEqual([`Your pieces are on their way: order ${order._id.slice(-6)}`]);
});

test("concurrent changes to shipped send one mail", async ({ shop }) => {
  const { product } = await makeLines(shop);
  const { buyer, order } = await orderLines(shop, [product]);
  await Promise.all([1, 2, 3].map(() => set(shop, order, "shipped")));
  expect(await mailsTo(shop, buyer.email)).toHaveLength(1);
});

test("the mail of a step names pieces only, and an order without pieces gets no mail about shipping", async ({
  shop,
}) => {
  const { product, course, session } = await makeLines(shop);
  const mixed = await orderLines(shop, [product, course, session]);
  await set(shop, mixed.order, "shipped", "delivered");
  const mails = await mailsTo(shop, mixed.buyer.email);
  expect(mails).toHaveLength(2);
  for (const { text } of mails) {
    expect(text).toContain(product.title);
    for (const { title } of [course, session]) expect(text).not.toContain(title);
  }

  const without = await orderLines(shop, [course, session]);
  await set(shop, without.order, "shipped");
  expect(await mailsTo(shop, without.buyer.email)).toEqual([]);
  await set(shop, without.order, "delivered");
  const [complete, ...more] = await mailsTo(shop, without.buyer.email);
  expect(more).toEqual([]);
  expect(complete!.headers.subject).toBe(`Your order is complete: order ${without.order._id.slice(-6)}`);
  expect(complete!.text).toContain(course.title);
  expect(complete!.text).not.toMatch(/pieces|sent|delivered/i);
});

test("a waiting mail is not sent once the order is set back, deleted or has no e-mail", async ({ shop }) => {
  const { product } = await makeLines(shop);
  const [back, deleted, erased] = [
    await orderLines(shop, [product]),
    await orderLines(shop, [product]),
    await orderLines(shop, [product]),
  ];
  await set(shop, back.order, "shipped", "cancelled");
  await set(shop, deleted.order, "shipped");
  await shop.call("DELETE", `/api/orders/${deleted.order._id}`, { token: shop.ownerToken });
  await set(shop, erased.order, "delivered");
  const json = { password: erased.buyer.password };
  const erasure = await shop.call("DELETE", "/api/users/profile", { token: erased.buyer.token, json });
  expect(erasure.statusCode, erasure.body).toBe(200);
  for (const { buyer } of [deleted, erased]) expect(await mailsTo(shop, buyer.email)).toEqual([]);
  const [cancelled, ...more] = await mailsTo(shop, back.buyer.email);
  expect([cancelled!.headers.subject, more]).toEqual([`Your order ${back.order._id.slice(-6)} is cancelled`, []]);
});

test("the confirmation says what is true for each line and links to the order page", async ({ shop }) => {
  const lines = await makeLines(shop);
  const mailFor = async (wanted: (keyof typeof lines)[], address = SHIPPING.address) => {
    const chosen = wanted.map((name) => lines[name]);
    const { buyer, order } = await orderLines(shop, chosen, { address });
    await set(shop, order, "paid");
    const [mail] = await mailsTo(shop, buyer.email);
    expect(mail!.text).toContain(`See your order:\n${shop.config.publicUrl}/orders/${order._id}`);
    expect(mail!.text).not.toContain("/success");
    return mail!.text;
  };
  const [pieces, unaddressed, session, reading, course] = [
    await mailFor(["product"]),
    await mailFor(["product"], ""),
    await mailFor(["session"]),
    await mailFor(["package"]),
    await mailFor(["course"], ""),
  ];
  expect(pieces).toContain("write to you when they are on their way");
  expect(pieces).not.toMatch(/do not have your address|questions ready|birth/);
  expect(unaddressed).toContain("We do not have your address yet.");
  expect(session).toContain(`/experts/${lines.session.expert._id}`);
  expect(session).toContain("Some experts ask for more, such as birth details");
  expect(session).not.toMatch(/pieces|For a reading of your chart/);
  expect(reading).toContain("your date, time and place of birth");
  expect(reading).not.toMatch(/experts\/|pieces/);
  expect(course).not.toMatch(/do not have your address|questions ready|Join the group/);
  expect(course).toContain(`To get access to ${lines.course.title}, contact us on WhatsApp at ${site.phone}`);
});

test("the confirmation of a course begins with its group link and names its start, and does not ask to contact the shop for access", async ({
  shop,
}) => {
  const [groupLink, nextStart] = ["https://chat.example.com/join/tarot", addDays(indianDay(shop.clock.now()), 3)];
  const times = { nextStart, startTime: "19:30", days: "Sundays, 7:30 to 9 pm" };
  const { _id, title } = await makeCourse(shop, { title: unique("Tarot"), offerPrice: "500", groupLink, ...times });
  const line = { item: { itemId: _id, itemType: "course", qty: 1 } as const, rupees: 500 };
  const { buyer, order } = await orderLines(shop, [line]);
  expect(order.items[0]).not.toHaveProperty("nextStart");
  await set(shop, order, "paid");
  const [{ text, html } = { text: "", html: "" }] = await mailsTo(shop, buyer.email);
  const start = formatMoment(new Date(`${nextStart}T19:30:00+05:30`));
  expect(start).toMatch(/, 7:30 pm$/);
  const way = `Join the group: ${title}:\n${groupLink}\n\n${title}\nNext start: ${start} (Indian time)\nDays: ${times.days}\n\nIf a link`;
  expect(text).toContain(way);
  expect(text).not.toMatch(/to get access/i);
  expect(html).toContain(`<a href="${groupLink}"`);
  expect((await readOrder(shop, buyer.token, order._id)).items[0]).toMatchObject({ groupLink, ...times });

  shop.clock.advance(4 * DAY_MS);
  await renewOwnerToken(shop);
  const later = await readOrder(shop, shop.ownerToken, order._id);
  expect(later.items[0]).toMatchObject({ groupLink, days: times.days });
  expect(later.items[0]).not.toHaveProperty("nextStart");
});

test("the mails of an order show the shop's logo and a small picture of each item, whose size is given", async ({
  shop,
}) => {
  const files = [{ bytes: await picture("png", 900, 450) }];
  const title = `<i>${unique("Lapis")}</i>`;
  const product = await makeProduct(shop, { title, price: "900", stock: "9" }, files);
  const line = { item: { itemId: product._id, itemType: "product", qty: 1 } as const, rupees: 900 };
  const { buyer, order } = await orderLines(shop, [line]);
  await set(shop, order, "paid", "shipped");
  const mails = await mailsTo(shop, buyer.email);
  expect(mails).toHaveLength(2);
  const { publicUrl } = shop.config;
  const copy = product.images[0]!.replace(".png", "-w400.webp");
  for (const { html, text } of mails) {
    const pictures = [...html.matchAll(/<img src="([^"]*)" width="(\d+)" height="(\d+)" alt=""/g)].map(
      ([, ...found]) => found,
    );
    expect(pictures).toEqual([
      [`${publicUrl}/logo.png`, "40", "40"],
      [`${publicUrl}${copy}`, "64", "32"],
    ]);
    expect(html).toContain(`${title.replaceAll("<", "&lt;").replaceAll(">", "&gt;")} × 1`);
    expect(html).toContain('<meta name="color-scheme" content="light dark">');
    expect(text).toContain(`${title} × 1`);
    expect(text).not.toContain("/uploads/");
  }
  expect(mails.find(({ headers }) => headers.subject!.includes("confirmed"))!.text).toContain(`${title} × 1: ₹900`);
  expect((await shop.call("GET", copy)).statusCode).toBe(200);
});

test("the owner's notice carries the buyer's note, with its line breaks", async ({ shop }) => {
  const { product } = await makeLines(shop);
  const note = unique("Size 14, please");
  const { buyer, order } = await orderLines(shop, [product], { note: `  ${note}\r\nand <b>gift</b> wrap  ` });
  expect(order.note).toBe(`${note}\nand <b>gift</b> wrap`);
  await set(shop, order, "paid");
  const notice = (await mailsTo(shop, site.email)).find(({ text }) => text.includes(note))!;
  expect(notice.text).toContain(`Note from the buyer:\n${note}\nand <b>gift</b> wrap`);
  expect(notice.html).toContain("&lt;b&gt;gift&lt;/b&gt;");
  expect((await mailsTo(shop, buyer.email))[0]!.text).not.toContain(note);
});

test("an order without a note has no note, and a long one is refused at its field", async ({ shop }) => {
  const { product } = await makeLines(shop);
  for (const note of [undefined, "", " \n "]) {
    const { order } = await orderLines(shop, [product], note === undefined ? {} : { note });
    expect(order).not.toHaveProperty("note");
  }
  const { order } = await orderLines(shop, [product], { note: "क".repeat(500) });
  expect(order.note).toHaveLength(500);
  const { token } = await makeCustomer(shop);
  for (const [note, problem] of [
    ["x".repeat(501), "Note for us must be at most 500 characters."],
    [7, "Note for us must be text."],
    ["a\u0000b", "Note for us contains characters that cannot be shown."],
  ] as const) {
    const reply = await shop.call("POST", "/api/orders", { token, json: { ...wants(product.item.itemId, 900), note } });
    expect([reply.statusCode, reply.json().fields]).toEqual([400, { note: problem }]);
  }
});
