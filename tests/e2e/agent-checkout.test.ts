import { capabilityNames, UCP_VERSION } from "../../src/server/agents/operations.ts";
import { json, startFakeServer } from "../support/fake-server.ts";
import { expectAccessibleAndFits } from "./support/accessibility.ts";
import { mailedLink, newAccount, pressMain } from "./support/account.ts";
import { IST, setHours } from "./support/appointments.ts";
import { lineOf, storedCart } from "./support/cart.ts";
import { expectPaid, form, payButton, payInPopup, summary } from "./support/checkout.ts";
import { changeSettings, makeCoupon } from "./support/coupons.ts";
import { test } from "./support/own-records.ts";
import { expect } from "./support/test.ts";
import { visit, visitWith } from "./support/visit.ts";

const capabilities = Object.fromEntries(capabilityNames.map((name) => [name, [{ version: UCP_VERSION }]]));
const PROFILE = { ucp: { version: UCP_VERSION, services: {}, payment_handlers: {}, capabilities } };
const CODE = /\b\d{6}(?= is your code for)/;

test("a person finishes an agent's checkout: logs in by code, chooses the size of a ring and the time of a package, and pays with the coupon", async ({
  page,
  request,
  shop,
  ownerToken,
  makeProduct,
  makeRecord,
}) => {
  const ring = await makeProduct({ price: 600, sizes: ["12", "14"].map((name) => ({ name, stock: 5 })) });
  const own = await makeProduct();
  const expert = await makeRecord("experts", { price: 20 });
  await setHours(request, ownerToken, expert);
  const undo = await changeSettings(request, ownerToken, "packages", ({ packages }) => ({
    packages: packages.map((one) => (one.title === "Deep Dive" ? { ...one, expertId: expert._id } : one)),
  }));
  const coupon = await makeCoupon(request, ownerToken, { kind: "percent", value: "10" });
  const agent = await startFakeServer(json(PROFILE));
  const headers = { "ucp-agent": `profile="${agent.url}/profile.json"` };
  const checkouts = "/ucp/v1/checkout-sessions";
  const open = async (items: string[]) => {
    const data = {
      line_items: items.map((id) => ({ item: { id }, quantity: 1 })),
      buyer: { first_name: "Meera", last_name: "Test", email: "meera@example.com", phone_number: "+919000000001" },
      fulfillment: {
        methods: [{ type: "shipping", destinations: [{ street_address: "12 Tara Marg", postal_code: "440010" }] }],
      },
      discounts: { codes: [coupon] },
    };
    const reply = await request.post(checkouts, { headers, data });
    expect(reply.status(), await reply.text()).toBe(201);
    const { id, continue_url } = (await reply.json()) as { id: string; continue_url: string };
    return { id, path: new URL(continue_url).pathname };
  };
  const { id, path } = await open([ring._id, "Deep Dive-audio"]);
  const buyer = newAccount();

  await test.step("a visitor sees the lines and chooses a size; the choice is kept over the login", async () => {
    await visitWith(page, path, { cart: [lineOf(own)] });
    await expect(page.getByRole("heading", { level: 1, name: "Finish your order" })).toBeVisible();
    await expect(summary(page).getByRole("listitem")).toHaveText([
      new RegExp(ring.title),
      /Deep Dive \(Audio\).*₹1,800/,
    ]);
    await expect(summary(page)).toContainText(/Total ₹1,620/);
    await expectAccessibleAndFits(page);
    await summary(page).getByRole("button", { name: "Choose a size" }).click();
    const sizes = page.getByRole("dialog", { name: "Choose a size" });
    await sizes.getByText("14", { exact: true }).click();
    await sizes.getByRole("button", { name: "Choose", exact: true }).click();
    await expect(page.getByRole("heading", { name: "Order Summary" })).toBeFocused();
    await expect(summary(page)).toContainText(/Total ₹2,160/);
    await page.getByRole("link", { name: "Continue with your e-mail" }).click();
    await page.getByRole("main").getByLabel("Email").fill(buyer.email);
    await pressMain(page, "Continue with a code by e-mail");
    await page
      .getByRole("main")
      .getByLabel("Code", { exact: true })
      .fill(await mailedLink(shop, buyer.email, CODE));
    await expect(page).toHaveURL(path);
  });
  await test.step("what the agent knows is in the form; quantity and time are chosen as in the cart", async () => {
    await expect(form(page).getByLabel("Full Name")).toHaveValue("Meera Test");
    await expect(form(page).getByLabel("Email Address")).toHaveValue("meera@example.com");
    await expect(form(page).getByLabel("Address (optional)")).toHaveValue("12 Tara Marg");
    await expect(form(page).getByLabel("Save this address")).not.toBeChecked();
    const line = summary(page)
      .getByRole("listitem")
      .filter({ hasText: `${ring.title} (14)` });
    await line.getByRole("button", { name: /^One more/ }).click();
    await expect(payButton(page)).toHaveText("Pay ₹2,700");
    await line.getByRole("button", { name: /^One less/ }).click();
    await summary(page).getByRole("button", { name: "Choose a time for Deep Dive (Audio)" }).click();
    const times = page.getByRole("dialog", { name: "Choose a time" });
    await times.getByRole("list", { name: "Days" }).getByRole("button").nth(1).click();
    const ofDay = times.getByRole("group", { name: /^Times on/ });
    await expect(ofDay).toBeFocused();
    await ofDay.getByRole("radio").first().check();
    await times.getByRole("button", { name: "Choose this time" }).click();
    await expect(summary(page).getByRole("listitem").nth(1)).toContainText(IST);
  });
  await test.step("the payment completes the checkout with the order; the person's own cart stays", async () => {
    await expect(payButton(page)).toHaveText("Pay ₹2,160");
    await payButton(page).click();
    await payInPopup(page);
    const orderId = await expectPaid(page);
    await expect(page.getByRole("region", { name: "Items" })).toContainText(`${ring.title} (14)`);
    const read = await (await request.get(`${checkouts}/${id}`, { headers })).json();
    expect(read).toMatchObject({ status: "completed", order: { id: orderId } });
    expect(read.totals).toContainEqual(expect.objectContaining({ type: "total", amount: 216_000 }));
    expect(await storedCart(page)).toMatchObject([{ itemId: own._id, qty: 1 }]);
    await visit(page, path);
    await expect(page.getByRole("heading", { level: 1, name: "This is paid" })).toBeVisible();
    await page.getByRole("link", { name: "See your order" }).click();
    await expect(page).toHaveURL(`/orders/${orderId}`);
  });
  await test.step("a cancelled checkout offers what is still sold", async () => {
    const cancelled = await open([ring._id]);
    await request.post(`${checkouts}/${cancelled.id}/cancel`, { headers });
    await visit(page, cancelled.path);
    await expect(page.getByRole("heading", { level: 1, name: "This link has ended" })).toBeVisible();
    await page.getByRole("link", { name: "Put them into your cart" }).click();
    await expect(page).toHaveURL("/cart");
    expect(await storedCart(page)).toMatchObject([{ itemId: own._id }, { itemId: ring._id, qty: 1 }]);
  });
  await undo();
  await agent.stop();
});
