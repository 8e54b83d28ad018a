import type { Page } from "@playwright/test";
import type { Order } from "../../src/contracts/orders/order.ts";
import { expectAccessibleAndFits } from "./support/accessibility.ts";
import { mainOf, message, test } from "./support/admin.ts";
import { cardOf, makeOrder, readOrder, shortId, statusOf } from "./support/admin-orders.ts";
import { lineOf } from "./support/cart.ts";
import { setStatus } from "./support/checkout.ts";
import { expect } from "./support/test.ts";
import { visit } from "./support/visit.ts";

const card = (page: Page, name: string) => page.getByRole("region", { name, exact: true });
const history = (page: Page) => page.getByRole("list", { name: "History" }).getByRole("listitem");
const MOMENT = /\d{1,2} [A-Z][a-z]{2} \d{4}, \d{1,2}:\d\d (am|pm)$/;

test("the order page shows an order, saves status, parcels, notes and address, prints, and handles failed calls", async ({
  openFailing,
  ownerToken,
  request,
  makeProduct,
}) => {
  const shipping = { name: "Meera & Co", phone: "98765 43210", address: "12 Tara Marg\nNagpur 440010" };
  const { order, customer: buyer } = await makeOrder(request, { ...shipping, note: "Size 14\nplease" });
  const page = await openFailing(`/admin/orders/${order._id}`);
  const contactLink = (name: string) => card(page, "Customer").getByRole("link", { name, exact: true });
  const printButton = page.getByRole("button", { name: "Print packing slip" });

  await test.step("shows the buyer, the address, the items and the status, without warnings", async () => {
    await expect(page).toHaveTitle(`Order ${shortId(order)} | Admin | Nakshatra`);
    const details = card(page, "Customer").getByRole("definition");
    await expect(details).toHaveText([
      "Meera & Co",
      "98765 43210",
      "meera@example.com",
      "12 Tara Marg Nagpur 440010",
      `${buyer.name} (${buyer.email})`,
      "Size 14 please",
    ]);
    await expect(contactLink(buyer.name)).toHaveAttribute("href", /^\/admin\/customers\/[\da-f-]{36}$/);
    await expect(card(page, "Items").getByRole("listitem")).toContainText(["Deep Dive (Audio)"]);
    await expect(card(page, "Payment").getByRole("definition")).toHaveText(["Not captured", "Razorpay", "₹1,800"]);
    await expect(history(page)).toHaveText([/^Ordered by the buyer/]);
    await expect(history(page)).toHaveText([MOMENT]);
    await expect(page.getByRole("list", { name: "Needs a look" })).toHaveCount(0);
    await expect(printButton).toHaveCount(0);
  });
  await test.step("links to WhatsApp, phone and e-mail", async () => {
    const text = `Namaste Meera & Co, this is Nakshatra about your order ${shortId(order)}.`;
    await expect(contactLink("WhatsApp")).toHaveAttribute(
      "href",
      `https://wa.me/919876543210?text=${encodeURIComponent(text)}`,
    );
    await expect(contactLink("Call")).toHaveAttribute("href", "tel:+919876543210");
    await expect(contactLink("E-mail")).toHaveAttribute("href", /^mailto:meera%40example\.com\?subject=Your%20order/);
  });
  await test.step("a failed status change is rolled back", async () => {
    await page.route("**/api/orders/*/status", (route) => route.abort());
    await statusOf(page, order).selectOption("delivered");
    await expect(message(page, "Failed to update status")).toBeVisible();
    await expect(statusOf(page, order)).toHaveValue("pending");
    await expect(history(page)).toHaveCount(1);
    await page.unroute("**/api/orders/*/status");
  });
  await test.step("saves a new status and adds it to the history", async () => {
    await statusOf(page, order).selectOption("shipped");
    await expect(message(page, "Order status updated")).toBeVisible();
    await expect(history(page)).toHaveText([/^Ordered by the buyer/, /^Shipped by the owner/]);
    await expect(card(page, "Status").getByText("shipped", { exact: true }).first()).toBeVisible();
    expect((await readOrder(request, ownerToken, order)).status).toBe("shipped");
  });
  await test.step("records money that came without the provider, in parts, and the order stays shipped", async () => {
    const received = card(page, "Money received");
    await expect(received).toContainText("₹1,800 is due.");
    await received.getByRole("button", { name: "Record money" }).click();
    const dialog = page.getByRole("dialog", { name: "Money received" });
    await expect(dialog.getByLabel("Amount in rupees")).toHaveValue("1800");
    await dialog.getByLabel("Amount in rupees").fill("1801");
    await dialog.getByRole("button", { name: "Record" }).click();
    await expect(dialog.getByText("Amount in rupees must be an amount of 1 to 1800")).toBeVisible();
    await expect(dialog.getByText("Reference is required.")).toBeVisible();
    await dialog.getByLabel("Amount in rupees").fill("800");
    await dialog.getByLabel("Reference").fill("UTR 4711");
    await expectAccessibleAndFits(page);
    await dialog.getByRole("button", { name: "Record" }).click();
    await expect(message(page, "₹800 recorded")).toBeVisible();
    await expect(received.getByRole("listitem")).toHaveText([/^₹800 UPI.*UTR 4711/]);
    await received.getByRole("button", { name: "Record money" }).click();
    await expect(dialog.getByLabel("Amount in rupees")).toHaveValue("1000");
    await dialog.getByLabel("Method").selectOption("Cash");
    await dialog.getByRole("button", { name: "Record" }).click();
    await expect(received.getByRole("listitem")).toHaveText([/^₹800 UPI/, /^₹1,000 Cash/]);
    await expect(received.getByRole("button")).toHaveText(["Money returned"]);
    await expect(history(page).last()).toContainText("₹1,000 was received in cash.");
    expect((await readOrder(request, ownerToken, order)).status).toBe("shipped");
  });
  await test.step("the owner changes the address of a shipped order", async () => {
    await card(page, "Customer").getByRole("button", { name: "Change details" }).click();
    const dialog = page.getByRole("dialog", { name: "Change details" });
    await dialog.getByLabel("Phone").fill("12345");
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(dialog.getByText("Phone must have 10 to 15 digits.")).toBeVisible();
    await dialog.getByLabel("Phone").fill("98765 43210");
    await dialog.getByLabel("Address (optional)").fill("7 Neem Lane");
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(message(page, "Details saved")).toBeVisible();
    await expect(card(page, "Customer")).toContainText(/7 Neem Lane.*Changed by the owner on /s);
  });
  let sent: Order;
  await test.step("warns of short stock and of payments to check, keeps the country code and prints a packing slip of the pieces", async () => {
    await page.addInitScript(() => {
      window.print = () => document.documentElement.setAttribute("data-printed", "");
    });
    const product = await makeProduct({ price: 600 });
    ({ order: sent } = await makeOrder(request, {
      address: "12 Tara Marg\nNagpur",
      pin: "440010",
      phone: "+44 7911 123456",
      note: "A gift",
      product: lineOf(product),
      buyer,
    }));
    await setStatus(request, ownerToken, sent, "paid");
    const paymentNotes = [
      { at: "2026-11-14T10:00:00.000Z", paymentId: "pay_twice", note: "It had been paid already." },
    ];
    const call = `**/api/orders/${sent._id}`;
    await page.route(call, async (route) => {
      const reply = await (await route.fetch()).json();
      await route.fulfill({ json: { ...reply, stockShort: true, paymentNotes } });
    });
    await visit(page, `/admin/orders/${sent._id}`);
    await expect(page.getByRole("list", { name: "Needs a look" }).getByRole("listitem")).toHaveText([
      /^Stock is short\./,
      "A payment needs a look. It had been paid already. Payment pay_twice, 14 Nov 2026, 3:30 pm.",
    ]);
    await page.unroute(call);
    await expect(card(page, "Money received").getByRole("listitem")).toHaveText(
      /^₹2,400 Marked as paid.*Record how ?It was not paid$/,
    );
    await expect(contactLink("Call")).toHaveAttribute("href", "tel:+447911123456");
    await expect(card(page, "Customer")).toContainText("PIN 440010");
    const slip = page.getByRole("region", { name: "Packing slip" });
    await expect(slip).toBeHidden();
    await printButton.click();
    await expect(page.locator("html[data-printed]")).toHaveCount(1);
    await page.emulateMedia({ media: "print" });
    await expect(slip).toBeVisible();
    for (const text of [sent._id, "Meera Test", "12 Tara Marg", "PIN 440010", "+44 7911 123456", "A gift"])
      await expect(slip).toContainText(text);
    await expect(slip.getByRole("row")).toHaveText(["QtyItem", `1${product.title}`]);
    expect(await slip.innerText()).not.toContain("₹");
    expect(await page.locator("body").innerText()).toBe(await slip.innerText());
    await page.emulateMedia({ media: "screen" });
  });
  const parcels = card(page, "Parcels");
  const parcel = parcels.getByRole("listitem");
  await test.step("records a parcel, which ships the order, with a tracking link and a WhatsApp text", async () => {
    await expect(page.getByRole("link", { name: "Send the pieces" })).toHaveAttribute("href", /#parcels$/);
    await parcels.getByLabel("Tracking number").fill("AWB1");
    await parcels.getByRole("button", { name: "Mark as sent" }).click();
    await expect(message(page, "Parcel recorded")).toBeVisible();
    await expect(parcel).toContainText("Delhivery AWB1On the way");
    const link = "https://www.delhivery.com/track-v2/package/AWB1";
    await expect(parcel.getByRole("link", { name: "Track" })).toHaveAttribute("href", link);
    const told = `is on its way with Delhivery. Tracking number: AWB1. Follow it here: ${link}`;
    const whatsapp = await parcel.getByRole("link", { name: "Tell on WhatsApp" }).getAttribute("href");
    expect(whatsapp).toMatch(/^https:\/\/wa\.me\/447911123456\?text=/);
    expect(decodeURIComponent(whatsapp!)).toContain(told);
    await expectAccessibleAndFits(page);
    await expect(history(page).filter({ hasText: "1 piece left with Delhivery." })).toBeVisible();
    await expect(card(page, "Status").getByText("shipped", { exact: true }).first()).toBeVisible();
    await expect(card(page, "Items").getByRole("listitem").last()).toContainText("On the way");
  });
  await test.step("prints only the address label of the parcel", async () => {
    await parcel.getByRole("button", { name: "Print label" }).click();
    await page.emulateMedia({ media: "print" });
    const label = page.getByRole("region", { name: "Address label" });
    for (const text of ["Meera Test", "12 Tara Marg", "440 010", "+44 7911 123456", "Delhivery AWB1", "Nakshatra"])
      await expect(label).toContainText(text);
    await expect(label.getByRole("img", { name: "QR code of the order's id" })).toBeVisible();
    await expect(page.getByRole("region", { name: "Packing slip" })).toHaveCount(0);
    expect(await page.locator("body").innerText()).toBe(await label.innerText());
    await page.emulateMedia({ media: "screen" });
  });
  await test.step("corrects the parcel, marks it as delivered and takes it back", async () => {
    await parcel.getByRole("button", { name: "Correct" }).click();
    const dialog = page.getByRole("dialog", { name: "Correct the parcel" });
    await dialog.getByLabel("Courier", { exact: true }).selectOption("Other");
    await dialog.getByLabel("Courier's name").fill("Ravi");
    await dialog.getByLabel("Tracking link").fill("https://ravi.example/7");
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(parcel).toContainText("Ravi AWB1");
    await expect(parcel.getByRole("link", { name: "Track" })).toHaveAttribute("href", "https://ravi.example/7");
    await parcel.getByRole("button", { name: "Mark as delivered" }).click();
    await expect(parcel).toContainText("Delivered");
    await parcel.getByRole("button", { name: "Take back" }).click();
    const question = page.getByRole("dialog", { name: "Take the parcel back" });
    await question.getByRole("button", { name: "Take back" }).click();
    await expect(parcels.getByRole("button", { name: "Mark as sent" })).toBeVisible();
    await expect(card(page, "Status").getByText("paid", { exact: true }).first()).toBeVisible();
  });
  await test.step("keeps an internal note", async () => {
    const note = page.getByRole("textbox", { name: "Internal note" });
    await note.fill("At home after five");
    await page.getByRole("button", { name: "Save note" }).click();
    await expect(message(page, "Note saved")).toBeVisible();
    await expect(history(page).last()).toContainText("The internal note was changed.");
    expect(await readOrder(request, ownerToken, sent)).toMatchObject({ internalNote: "At home after five" });
  });
  await test.step("an unknown order shows a message with a link to the list", async () => {
    await visit(page, "/admin/orders/0199a8c2-0000-7000-8000-000000abc123");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Order not found");
    await mainOf(page).getByRole("link", { name: "All orders" }).click();
    await expect(page).toHaveURL("/admin/orders");
  });
  await test.step("a failed load shows an error with a retry button", async () => {
    await page.route(`**/api/orders/${order._id}`, (route) => route.abort());
    await cardOf(page, order).getByRole("link", { name: "View" }).click();
    await expect(page.getByRole("alert")).toHaveText("Failed to load order");
    await page.unroute(`**/api/orders/${order._id}`);
    await page.getByRole("button", { name: "Try again" }).click();
    await expect(card(page, "Customer")).toBeVisible();
  });
});
