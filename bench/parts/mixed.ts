import type { Product } from "../../src/contracts/catalogue/product.ts";
import type { Environment } from "../environment.ts";
import { type Check, type Findings, round } from "../findings.ts";
import { call, placeOrder, registerBuyers, runBuyers } from "../load/buyers.ts";
import { putLoad } from "../load/load.ts";
import type { Measured } from "../load/measured.ts";
import { median } from "../load/summarise.ts";

const BUYERS = 10;
const PAUSE_MS = 100;
const ROUNDS = 3;
const SECONDS = 2;
const PLENTY = 1_000_000;
const LIST = "/api/products?page=1&limit=6";
const MIN_SHARE = 0.5;
const MAX_PAGE_P99_MS = 25;
const MAX_ORDER_P99_MS = 100;

interface Target {
  name: string;
  path: string;
  /** The products without sizes that the page shows, which the buyers order. */
  products: Product[];
}

interface Round {
  quiet: Measured;
  busy: Measured;
  orders: Measured;
}

const medianOf = (rounds: Round[], figure: (one: Round) => number) => median(rounds.map(figure));

function summariseRounds(name: string, rounds: Round[]) {
  const quiet = medianOf(rounds, (one) => one.quiet.perSecond);
  const busy = medianOf(rounds, (one) => one.busy.perSecond);
  const share = medianOf(rounds, (one) => one.busy.perSecond / one.quiet.perSecond);
  const pageP99 = medianOf(rounds, (one) => one.busy.p99Ms);
  const orderRate = medianOf(rounds, (one) => one.orders.perSecond);
  const orderP99 = medianOf(rounds, (one) => one.orders.p99Ms);
  const failed = rounds.reduce((sum, one) => sum + one.quiet.failed + one.busy.failed + one.orders.failed, 0);
  const checks: Check[] = [
    { what: `${name} while others buy`, unit: "of its quiet rate", measured: share, atLeast: MIN_SHARE },
    { what: `${name} while others buy, p99`, unit: "ms", measured: pageP99, atMost: MAX_PAGE_P99_MS },
    { what: `orders for the ${name}, p99`, unit: "ms", measured: orderP99, atMost: MAX_ORDER_P99_MS },
    { what: `${name} and its orders, failed`, unit: "", measured: failed, atMost: 0 },
  ];
  const row = [name, Math.round(quiet), Math.round(busy), ...[share, pageP99, orderRate, orderP99].map(round), failed];
  return { row, checks };
}

/** Visitors load a page while ten buyers order its products. Compared with the page's throughput without buyers. */
export async function mixed(environment: Environment): Promise<Findings> {
  const shop = await environment.shop();
  const database = await environment.database();
  await database.query("update products set stock = $1", [PLENTY]);
  await database.query("select pg_notify('nakshatra', 'changed bench drop *')");
  const buyers = await registerBuyers(shop.port, BUYERS);
  const listed = await call<Product[]>(buyers[0]!, { path: LIST });
  const products = listed.filter(({ variants }) => !variants);
  const [first] = products;
  const targets: Target[] = [
    { name: "list page", path: "/products", products },
    { name: "product page", path: `/product/${first!._id}`, products: [first!] },
    { name: "JSON list", path: LIST, products },
  ];

  const results = [];
  for (const { name, path, products } of targets) {
    const load = (seconds: number) =>
      putLoad({ port: shop.port, paths: [path], headers: { "accept-encoding": "br" }, seconds });
    const order = (seconds: number) =>
      runBuyers(buyers, {
        seconds,
        pauseMs: PAUSE_MS,
        buy: (buyer, nth) => placeOrder(buyer, products[nth % products.length]!),
      });
    await Promise.all([load(1), order(1)]);
    const rounds: Round[] = [];
    for (let nth = 0; nth < ROUNDS; nth++) {
      const quiet = await load(SECONDS);
      const [busy, orders] = await Promise.all([load(SECONDS), order(SECONDS)]);
      if (orders.problem) console.log(`   ${orders.problem}`);
      rounds.push({ quiet, busy, orders });
    }
    results.push(summariseRounds(name, rounds));
  }
  for (const { connection } of buyers) connection.close();
  return {
    tables: [
      {
        title: "Pages while others buy",
        columns: ["", "quiet req/s", "req/s", "share", "p99 ms", "orders/s", "orders' p99 ms", "failed"],
        rows: results.map(({ row }) => row),
        note: `wrk, 20 connections, ${ROUNDS} rounds of ${SECONDS} s each; ${BUYERS} buyers with ${PAUSE_MS} ms between their orders`,
      },
    ],
    checks: results.flatMap(({ checks }) => checks),
  };
}
