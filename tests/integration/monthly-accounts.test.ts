import { strFromU8, unzipSync } from "fflate";
import { expect } from "vitest";
import type { MonthAccounts } from "../../src/contracts/documents/accounts.ts";
import type { MonthDocument } from "../../src/server/documents/accounts/gstr1.ts";
import { documents, documentTasks } from "../../src/server/documents/document-table.ts";
import { readCsv } from "../../src/server/platform/files/csv.ts";
import { asOwner } from "../support/admin.ts";
import { documentOf, GSTIN } from "../support/documents.ts";
import { orderOne } from "../support/orders.ts";
import { test } from "../support/paying-shop.ts";
import { paidOrder, refund } from "../support/refunds.ts";
import { openOwnShop, type TestShop } from "../support/test-shop.ts";

/** Inserts papers as if they had been issued. */
async function insert(shop: TestShop, rows: MonthDocument[]) {
  const { order } = await orderOne(shop);
  for (const { original, ...row } of rows) await shop.db.insert(documents).values({ ...row, orderId: order._id });
  return order._id;
}

const readMonth = async (shop: TestShop, query = ""): Promise<MonthAccounts> =>
  (await asOwner(shop, "GET", `/api/accounts/2026-11${query}`)).json();

/** Cells of a register by their titles. */
function columnsOf({ registers }: MonthAccounts, register: string, ...titles: string[]) {
  const { header, rows } = registers.find(({ name }) => name === register)!;
  return rows.map((row) => titles.map((title) => row[header.indexOf(title)]));
}

async function download(shop: TestShop, path: string) {
  const reply = await asOwner(shop, "GET", `/api/accounts/${path}`);
  expect(reply.statusCode, reply.body).toBe(200);
  expect(reply.headers["content-type"]).toBe("application/zip");
  return { files: unzipSync(reply.rawPayload), disposition: reply.headers["content-disposition"] };
}

const rowsOf = (file: Uint8Array | undefined) => [...readCsv(strFromU8(file!), ",")].map(({ cells }) => cells);

test("shows the month of a registered seller and exports its registers and GSTR-1 files", async () => {
  const shop = await openOwnShop();
  const lines = [{ valuePaise: 103_00 }];
  const invoice = documentOf({ lines, place: "Karnataka", buyer: { name: "=1+1", gstin: GSTIN } });
  const orderId = await insert(shop, [
    invoice,
    documentOf({ lines, serial: 2, day: "2026-11-06", cancelled: true }),
    documentOf({ lines, serial: 3, day: "2026-11-30" }),
    documentOf({ lines, serial: 4, day: "2026-12-01" }),
    documentOf({ kind: "credit_note", original: invoice, lines: [{ valuePaise: 51_50 }] }),
  ]);
  await shop.db.insert(documentTasks).values([
    {
      orderId,
      since: shop.clock.now(),
      problem: "The tax class Tower is not confirmed.",
    },
  ]);

  const month = await readMonth(shop);
  expect(month).toMatchObject({
    isRegistered: true,
    totals: [
      { kind: "tax_invoice", count: 2, from: "A/26-27/000001", to: "A/26-27/000003", value: 206, taxable: 200 },
      { kind: "credit_note", count: 1, value: 51.5, taxable: 50, igst: 1.5 },
    ],
    owed: [{ orderId, problem: "The tax class Tower is not confirmed." }],
  });
  for (const { files, papers } of month.checks) expect(files).toBe(papers);
  expect(columnsOf(month, "hsn(b2b)", "HSN", "Total Value", "Integrated Tax Amount")).toEqual([["7116", 51.5, 1.5]]);
  expect(columnsOf(month, "hsn(b2c)", "Total Value", "Central Tax Amount")).toEqual([[103, 1.5]]);
  expect(columnsOf(month, "Sales register", "Buyer", "Value", "Cancelled")).toEqual([
    ["=1+1", 103, ""],
    ["Asha Rao", 0, "yes"],
    ["Asha Rao", 103, ""],
  ]);
  expect(columnsOf(month, "Credit notes", "Number", "Original")).toEqual([["C/26-27/000001", "A/26-27/000001"]]);
  const second = await readMonth(shop, "?page=2");
  expect(second.registers.find(({ name }) => name === "Sales register")).toMatchObject({ total: 3, rows: [] });

  const { files, disposition } = await download(shop, "2026-11.zip");
  expect(disposition).toBe('attachment; filename="accounts-2026-11.zip"');
  expect(Object.keys(files)).toEqual([
    ...["sales-register.csv", "credit-notes.csv", "refunds.csv"],
    ...["b2b,sez,de.csv", "b2cl.csv", "b2cs.csv", "cdnr.csv", "cdnur.csv", "exemp.csv"],
    ...["hsn(b2b).csv", "hsn(b2c).csv", "docs.csv", "check.csv"],
  ]);
  const b2b = strFromU8(files["b2b,sez,de.csv"]!);
  expect(b2b).toMatch(/^GSTIN\/UIN of Recipient,.*Cess Amount\r\n/);
  expect(rowsOf(files["b2b,sez,de.csv"])[1]).toEqual([
    ...[GSTIN, "'=1+1", "A/26-27/000001", "05-Nov-2026", "103", "29-Karnataka", "N", "", "Regular B2B", ""],
    ...["3", "100", "0"],
  ]);
  expect(strFromU8(files["cdnur.csv"]!)).toMatch(/^UR Type,[^\r\n]*\r\n$/);
  expect(rowsOf(files["docs.csv"])[1]).toEqual([
    ...["Invoices for outward supply", "A/26-27/000001", "A/26-27/000003", "3", "1"],
  ]);
  const register = rowsOf(files["sales-register.csv"]);
  expect(register.map((row) => row[4])).toEqual(["Buyer", "'=1+1", "Asha Rao", "Asha Rao"]);
  expect(rowsOf(files["credit-notes.csv"])[1]!.slice(-2)).toEqual(["A/26-27/000001", "yes"]);
  // The shop does not listen in this test, so its sandbox cannot be reached.
  expect(strFromU8(files["check.csv"]!)).toContain("the payment provider did not answer");
  expect((await asOwner(shop, "GET", "/api/accounts/2026-11/settlements")).statusCode).toBe(503);

  const papers = await download(shop, "2026-11/papers.zip");
  expect(Object.keys(papers.files)).toHaveLength(4);
  expect(papers.files["A-26-27-000001.pdf"]).toBeDefined();
  const log = (await asOwner(shop, "GET", "/api/activity?kind=order")).json();
  expect(log).toMatchObject([
    { action: "exported", title: "papers of 2026-11" },
    { action: "exported", title: "accounts of 2026-11" },
  ]);
});

test("receipts of an unregistered shop and refunds in every state are in the registers; GSTR-1 files stay empty", async ({
  shop,
  razorpay,
}) => {
  const { order, buyer } = await paidOrder(shop, razorpay);
  await shop.call("GET", `/api/orders/${order._id}/documents`, { token: buyer.token });
  await refund(shop, order._id, { amount: 100, reason: "Chipped" });
  const now = new Date(shop.clock.now().getTime() + 5.5 * 3_600_000).toISOString().slice(0, 7);
  const accounts: MonthAccounts = (await asOwner(shop, "GET", `/api/accounts/${now}`)).json();
  expect(accounts.isRegistered).toBe(false);
  expect(columnsOf(accounts, "Sales register", "Paper", "Order")).toContainEqual(["Receipt", order._id]);
  expect(columnsOf(accounts, "Refunds", "Order", "Amount", "State", "Reason")).toContainEqual([
    ...[order._id, 100, "processed", "Chipped"],
  ]);
  const { files } = await download(shop, `${now}.zip`);
  expect(rowsOf(files["refunds.csv"]).find((row) => row[1] === order._id)).toEqual(
    expect.arrayContaining(["100", "processed", "Chipped"]),
  );
  for (const name of ["b2cs.csv", "docs.csv", "hsn(b2c).csv"]) expect(rowsOf(files[name])).toHaveLength(1);
});
