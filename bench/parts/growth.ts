import type { Client } from "pg";
import { type Environment, OWNER, type RunningShop } from "../environment.ts";
import { addOrders, copyProducts, makeFirstProducts } from "../fill.ts";
import { type Check, type Findings, round, type Table } from "../findings.ts";
import { call, registerBuyers } from "../load/buyers.ts";
import { putLoad } from "../load/load.ts";
import type { Load } from "../load/measured.ts";
import { median } from "../load/summarise.ts";
import { distinctTerms, rareTerms, searchPath } from "../search-terms.ts";

const PRODUCTS = [100, 1_000, 10_000, 100_000];
const ORDERS = [1_000, 60_000];
const ORDERS_OF_ONE = 20;
const TRIES = 5;
const FLAT = 1.5;
/** Reads every order: less than 60 times as long with 60 times the orders. */
const WHOLE = 40;
/** Has a row for each order or customer. */
const EXPORT = 75;
/** The figures whose growth has a goal. */
const MAX_GROWTH: Record<string, number> = {
  "product page": FLAT,
  "admin orders": FLAT,
  "My Orders": FLAT,
  "sales by category, two years": WHOLE,
  "sales by product, a year": WHOLE,
  "order search, two letters": WHOLE,
  "customers by money": WHOLE,
  "customers by last order": WHOLE,
  "customer by phone": WHOLE,
  "orders.csv": EXPORT,
  "customers.csv": EXPORT,
  // A shop's earlier months add nothing to this one.
  "accounts of a month": 5,
};
const DISTINCT_SEARCH = "search, distinct terms";
const MAX_SEARCH_MS = 8;
const RARE_TERMS = 500;
const FACETS = "facets of the product list";
const MAX_FACETS_MS = 15;
const FACETS_AT = 10_000;
/** Requests with a token bypass the response cache; these pages ignore the token. */
const UNCACHED = { authorization: "Bearer none" };

/** One connection, so that it measures the response time without queueing. */
const p50Of = async (load: Omit<Load, "seconds">) => (await putLoad({ ...load, seconds: 1, connections: 1 })).p50Ms;

async function measureProducts({ port }: RunningShop, client: Client) {
  const { rows } = await client.query<{ id: string }>("select id from products order by random() limit 500");
  const terms = await distinctTerms(client, 2_000);
  const rare = await rareTerms(client, RARE_TERMS);
  const details = rows.map(({ id }) => `/product/${id}`);
  return {
    "list page": await p50Of({ port, paths: ["/products"], headers: UNCACHED }),
    "product page": await p50Of({ port, paths: details, headers: UNCACHED }),
    "search, rare terms": await p50Of({ port, paths: rare.map(searchPath) }),
    [DISTINCT_SEARCH]: await p50Of({ port, paths: terms.map(searchPath) }),
    [FACETS]: await p50Of({ port, paths: ["/api/products/facets?minPrice=1"], headers: UNCACHED }),
  };
}

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

/** Calls that read many orders. */
const wholeCalls = () => ({
  "sales by category, two years": `/api/sales?by=category&from=${daysAgo(730)}&to=${daysAgo(0)}`,
  "sales by product, a year": `/api/sales?by=product&from=${daysAgo(365)}&to=${daysAgo(0)}`,
  "order search, two letters": "/api/orders?limit=20&q=zz",
  // Of the smallest shop most orders are of this month.
  "accounts of a month": `/api/accounts/${daysAgo(6).slice(0, 7)}`,
  "customers by money": "/api/customers?limit=20&sort=spent",
  "customers by last order": "/api/customers?limit=20&sort=last_order",
  "customer by phone": "/api/customers?limit=20&q=9800000999",
  "orders.csv": "/api/orders.csv",
  "customers.csv": "/api/customers.csv",
});

async function timeOne(url: string, headers: Record<string, string>) {
  const began = performance.now();
  const reply = await fetch(url, { headers });
  await reply.arrayBuffer();
  if (!reply.ok) throw new Error(`${url}: ${reply.status}`);
  return performance.now() - began;
}

async function measureOrders({ port, url }: RunningShop, ownerToken: string, buyerToken: string) {
  const as = (token: string) => ({ authorization: `Bearer ${token}` });
  const whole: Record<string, number> = {};
  for (const [name, path] of Object.entries(wholeCalls())) {
    const times: number[] = [];
    for (let turn = 0; turn < TRIES; turn++) times.push(await timeOne(url + path, as(ownerToken)));
    whole[name] = median(times);
  }
  return {
    ...whole,
    "admin orders": await p50Of({ port, paths: ["/api/orders?page=1&limit=20"], headers: as(ownerToken) }),
    "My Orders": await p50Of({ port, paths: ["/api/orders/my"], headers: as(buyerToken) }),
  };
}

type Measured = { size: number; p50: Record<string, number> }[];

/** How many times as long the largest size takes as 1,000 records. */
function growthOf(measured: Measured, name: string) {
  return measured.at(-1)!.p50[name]! / measured.find(({ size }) => size === 1_000)!.p50[name]!;
}

function toTable(title: string, measured: Measured): Table {
  return {
    title,
    columns: ["p50 ms", ...measured.map(({ size }) => size.toLocaleString("en")), "× that at 1,000"],
    rows: Object.keys(measured[0]!.p50).map((name) => [
      name,
      ...measured.map(({ p50 }) => round(p50[name]!)),
      round(growthOf(measured, name)),
    ]),
    note: "one connection, nothing cached",
  };
}

function toChecks(measured: Measured, of: string): Check[] {
  const { size, p50 } = measured.at(-1)!;
  return Object.entries(MAX_GROWTH)
    .filter(([name]) => name in p50)
    .map(([name, atMost]) => ({
      what: `${name} at ${size.toLocaleString("en")} ${of}`,
      unit: "× that at 1,000",
      measured: growthOf(measured, name),
      atMost,
    }));
}

export async function growth(environment: Environment): Promise<Findings> {
  const shop = await environment.emptyShop();
  const [buyer] = await registerBuyers(shop.port, 1);
  const login = { method: "POST", path: "/api/users/login", json: OWNER };
  const { token: ownerToken } = await call<{ token: string }>({ ...buyer!, token: "" }, login);
  const { rows } = await shop.client.query<{ id: string }>("select id from users where role = 'customer'");

  const ofProducts: Measured = [];
  await makeFirstProducts(shop.databaseUrl, shop.dataDir);
  for (const size of PRODUCTS) {
    await copyProducts(shop.client, size);
    ofProducts.push({ size, p50: await measureProducts(shop, shop.client) });
  }
  const ofOrders: Measured = [];
  for (const size of ORDERS) {
    await addOrders(shop.client, size, { id: rows[0]!.id, orders: ORDERS_OF_ONE });
    ofOrders.push({ size, p50: await measureOrders(shop, ownerToken, buyer!.token) });
  }
  buyer!.connection.close();
  await shop.stop();
  return {
    tables: [toTable("Growth with products", ofProducts), toTable("Growth with orders", ofOrders)],
    checks: [
      {
        what: `${FACETS}, at ${FACETS_AT.toLocaleString("en")} products, p50`,
        unit: "ms",
        measured: ofProducts.find(({ size }) => size === FACETS_AT)!.p50[FACETS]!,
        atMost: MAX_FACETS_MS,
      },
      {
        what: `${DISTINCT_SEARCH}, at ${PRODUCTS.at(-1)!.toLocaleString("en")} products, p50`,
        unit: "ms",
        measured: ofProducts.at(-1)!.p50[DISTINCT_SEARCH]!,
        atMost: MAX_SEARCH_MS,
      },
      ...toChecks(ofProducts, "products"),
      ...toChecks(ofOrders, "orders"),
    ],
  };
}
