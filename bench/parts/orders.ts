import type { Product } from "../../src/contracts/product.ts";
import { type Findings, round } from "../findings.ts";
import { type Buyer, call, keepBuying, registerBuyers } from "../load/buyers.ts";
import { cpuMsOf, shopProcesses } from "../processes.ts";
import type { Setting } from "../setting.ts";

const BUYERS = 10;
const SECONDS = 5;
const SHIPPING = { name: "Meera Test", email: "meera@example.com", phone: "+91 90000 00001", address: "12 Tara Marg" };

const place = (buyer: Buyer, { _id, offerPrice }: Product) =>
  call<{ _id: string }>(buyer, {
    method: "POST",
    path: "/api/orders",
    json: { items: [{ itemId: _id, itemType: "product", qty: 1 }], totalAmount: offerPrice, shipping: SHIPPING },
  });

/** The whole way, as the browser goes it: order, payment begun, paid in the popup, shop told. */
async function buy(buyer: Buyer, product: Product) {
  const { _id } = await place(buyer, product);
  const begun = { method: "POST", path: "/api/payments/razorpay", json: { orderId: _id } };
  const { orderId } = await call<{ orderId: string }>(buyer, begun);
  const proof = await call<{ razorpay_payment_id: string; razorpay_signature: string }>(
    { ...buyer, token: "" },
    { method: "POST", path: "/sandbox/razorpay/v1/sandbox/payments", json: { order_id: orderId, outcome: "success" } },
  );
  const json = { status: "paid", paymentId: proof.razorpay_payment_id, signature: proof.razorpay_signature };
  const { status } = await call<{ status: string }>(buyer, { method: "PUT", path: `/api/orders/${_id}/status`, json });
  if (status !== "paid") throw new Error(`an order was paid for and is ${status}`);
}

/** Ten people who buy one piece at a time, each of whatever comes next in the catalogue. */
export async function orders(setting: Setting): Promise<Findings> {
  const shop = await setting.shop();
  const database = await setting.database();
  const { rows: durability } = await database.query("show fsync");
  await database.query("update products set stock = 1000000");
  const buyers = await registerBuyers(shop.port, BUYERS);
  const products = await call<Product[]>(buyers[0]!, { path: "/api/products?limit=100" });
  const nextOf = (nth: number) => products[nth % products.length]!;

  const measure = async (work: (buyer: Buyer, product: Product) => Promise<unknown>) => {
    await keepBuying(buyers, 1, (buyer, nth) => work(buyer, nextOf(nth)));
    const before = cpuMsOf(shopProcesses(shop.pid));
    const measured = await keepBuying(buyers, SECONDS, (buyer, nth) => work(buyer, nextOf(nth)));
    const after = cpuMsOf(shopProcesses(shop.pid));
    const cpuMs = before === undefined || after === undefined ? undefined : (after - before) / measured.requests;
    if (measured.problem) console.log(`   ${measured.problem}`);
    return { ...measured, cpuMs };
  };
  const placed = await measure(place);
  const paid = await measure(buy);
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
        note: `${BUYERS} buyers for ${SECONDS} s each, PostgreSQL with fsync ${durability[0].fsync}`,
      },
    ],
    checks: [
      { what: "orders placed", unit: "a second", measured: placed.perSecond, atLeast: 200 },
      { what: "orders placed, p99", unit: "ms", measured: placed.p99Ms, atMost: 150 },
      { what: "orders to paid", unit: "a second", measured: paid.perSecond, atLeast: 60 },
      { what: "orders that failed", unit: "", measured: placed.failed + paid.failed, atMost: 0 },
    ],
  };
}
