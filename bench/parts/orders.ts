import type { Product } from "../../src/contracts/catalogue/product.ts";
import type { Environment } from "../environment.ts";
import { type Findings, round } from "../findings.ts";
import { type Buyer, call, placeOrder, registerBuyers, runBuyers } from "../load/buyers.ts";
import { cpuMsOf, shopProcesses } from "../processes.ts";

const BUYERS = 10;
const SECONDS = 5;
/** Long enough for the JIT to compile the code of a purchase. */
const WARM_UP_SECONDS = 5;

/** A whole purchase, as the browser does it: order, payment, sandbox popup, confirmation. */
async function purchase(buyer: Buyer, product: Product) {
  const { _id } = await placeOrder(buyer, product);
  const payment = { method: "POST", path: "/api/payments/razorpay", json: { orderId: _id } };
  const { orderId } = await call<{ orderId: string }>(buyer, payment);
  const proof = await call<{ razorpay_payment_id: string; razorpay_signature: string }>(
    { ...buyer, token: "" },
    { method: "POST", path: "/sandbox/razorpay/v1/sandbox/payments", json: { order_id: orderId, outcome: "success" } },
  );
  const json = { status: "paid", paymentId: proof.razorpay_payment_id, signature: proof.razorpay_signature };
  const { status } = await call<{ status: string }>(buyer, { method: "PUT", path: `/api/orders/${_id}/status`, json });
  if (status !== "paid") throw new Error(`a paid order has the status ${status}`);
}

/** Ten buyers who order one product after the other. */
export async function orders(environment: Environment): Promise<Findings> {
  const shop = await environment.shop();
  const database = await environment.database();
  const { rows: durability } = await database.query("show fsync");
  await database.query("update products set stock = 100000000");
  const buyers = await registerBuyers(shop.port, BUYERS);
  const all = await call<Product[]>(buyers[0]!, { path: "/api/products?limit=100" });
  const products = all.filter(({ variants }) => !variants);
  const productAt = (nth: number) => products[nth % products.length]!;

  const measure = async (work: (buyer: Buyer, product: Product) => Promise<unknown>) => {
    const buy = (buyer: Buyer, nth: number) => work(buyer, productAt(nth));
    await runBuyers(buyers, { seconds: WARM_UP_SECONDS, buy });
    const before = cpuMsOf(shopProcesses(shop.pid));
    const measured = await runBuyers(buyers, { seconds: SECONDS, buy });
    const after = cpuMsOf(shopProcesses(shop.pid));
    const cpuMs = before === undefined || after === undefined ? undefined : (after - before) / measured.requests;
    if (measured.problem) console.log(`   ${measured.problem}`);
    return { ...measured, cpuMs };
  };
  const placed = await measure(placeOrder);
  const paid = await measure(purchase);
  for (const { connection } of buyers) connection.close();

  const row = (name: string, { perSecond, p50Ms, p99Ms, cpuMs, failed }: typeof placed) => [
    name,
    round(perSecond),
    round(p50Ms),
    round(p99Ms),
    cpuMs && round(cpuMs),
    failed,
  ];
  return {
    tables: [
      {
        title: "Orders",
        columns: ["", "per second", "p50 ms", "p99 ms", "CPU ms each", "failed"],
        rows: [row("place an order of one line", placed), row("order to paid, through the sandbox", paid)],
        note: `${BUYERS} buyers for ${SECONDS} s each after ${WARM_UP_SECONDS} s of warm-up, PostgreSQL with fsync ${durability[0].fsync}`,
      },
    ],
    checks: [
      { what: "orders placed", unit: "a second", measured: placed.perSecond, atLeast: 200 },
      { what: "orders placed, p99", unit: "ms", measured: placed.p99Ms, atMost: 150 },
      { what: "orders to paid", unit: "a second", measured: paid.perSecond, atLeast: 45 },
      { what: "orders that failed", unit: "", measured: placed.failed + paid.failed, atMost: 0 },
    ],
  };
}
