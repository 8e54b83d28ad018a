import { expect, inject, onTestFinished, test } from "vitest";
import { readConfig } from "../../src/server/config.ts";
import { createRazorpayClient } from "../../src/server/payments/razorpay/client.ts";
import { startShop } from "../support/shop-process.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { createDatabase } from "../support/test-postgres.ts";

const JWT_SECRET = "a secret that this test knows as well";

test("what was paid in the sandbox outlives a killed shop, and the next one tells of it", async () => {
  const home = await temporaryFolder();
  const database = await createDatabase(inject("serverUrl"), inject("template"));
  const settings = { DATABASE_URL: database.url, DATA_DIR: home.folder, JWT_SECRET, DEMO_DATA: "off" };
  const first = await startShop(settings);
  let { url, stop } = first;
  onTestFinished(async () => {
    await stop();
    await database.drop();
    await home.remove();
  });
  const gateway = createRazorpayClient({
    ...readConfig({ JWT_SECRET }).gateway,
    apiUrl: () => `${url}/sandbox/razorpay/v1`,
  });
  const order = await gateway.createOrder({ amountPaise: 4_900, receipt: "receipt-1", notes: {} });
  const paid = await fetch(`${url}/sandbox/razorpay/v1/sandbox/payments`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ order_id: order.id, outcome: "success" }),
  });
  await first.stop("SIGKILL");
  expect(paid.status).toBe(200);

  const second = await startShop(settings);
  ({ url, stop } = second);
  expect(await gateway.findOrder(order.id)).toMatchObject({ status: "paid", amountPaidPaise: 4_900 });
  // A shop that took the news before it was killed need not hear it again.
  const isTaken = (event: string) => new RegExp(`"event":"${event}".*webhook delivered`).test(first.output());
  for (const event of ["payment.captured", "order.paid"]) if (!isTaken(event)) await second.says(`"event":"${event}"`);
});
