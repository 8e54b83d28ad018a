import { expect, inject, onTestFinished, test } from "vitest";
import { readConfig } from "../../src/server/config.ts";
import { createGateway } from "../../src/server/payments/create-gateway.ts";
import { startShop } from "../support/shop-process.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { createDatabase } from "../support/test-postgres.ts";

const JWT_SECRET = "a secret that this test knows as well";

test("sandbox payments survive a killed process", async () => {
  const home = await temporaryFolder();
  const database = await createDatabase(inject("serverUrl"), inject("template"));
  const settings = { DATABASE_URL: database.url, DATA_DIR: home.folder, JWT_SECRET, DEMO_DATA: "off" };
  let shop = await startShop(settings);
  onTestFinished(async () => {
    await shop.stop();
    await database.drop();
    await home.remove();
  });
  const keys = readConfig({ JWT_SECRET }).gateway;
  const gateway = createGateway("sandbox", { ...keys, selfUrl: (path) => shop.url + path });
  const order = await gateway.createOrder({ amountPaise: 4_900, receipt: "receipt-1", notes: {} });
  const paid = await fetch(`${shop.url}/sandbox/razorpay/v1/sandbox/payments`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ order_id: order.id, outcome: "success" }),
  });
  await shop.stop("SIGKILL");
  expect(paid.status).toBe(200);

  shop = await startShop(settings);
  expect(await gateway.findOrderByReceipt("receipt-1")).toEqual({ ...order, status: "paid" });
});
