import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { expect, onTestFinished } from "vitest";
import { users } from "../../src/server/accounts/user-table.ts";
import { webhookEndpoints } from "../../src/server/integrations/integration-table.ts";
import { confirmedTax, GSTIN } from "./paper-shop.ts";
import { publishSettings } from "./settings.ts";
import type { TestShop } from "./test-shop.ts";
import { openFollowerFaults } from "./world-faults.ts";
import { openRules } from "./world-rules.ts";
import { watchChanges } from "./world-watch.ts";

/** Delivery costs ₹49, and nothing to this PIN code. */
export const FREE_PIN = "560001";

const charge = {
  isCharged: true,
  flat: 49,
  freeAbove: 3000,
  slabs: [],
  defaultWeightGrams: 100,
  pinPrices: [{ prefix: FREE_PIN.slice(0, 3), price: 0 }],
};

/** What histories leave. Later ones would only be slower with it. */
const left = ["orders", "products", "coupons", "jobs", "activity", "webhook_events"];

/** What changes of orders in this process did that they must not do. */
function openWatch({ services: { followers } }: TestShop) {
  const wrong: string[] = [];
  const watch = watchChanges(wrong);
  followers.push(watch);
  onTestFinished(() => void followers.splice(followers.indexOf(watch), 1));
  return wrong;
}

/**
 * A shop for histories: delivery is charged, the seller is registered and gives receipts too, and a webhook is told of
 * everything.
 */
export async function openWorldShop(shop: TestShop) {
  for (const reply of [
    await publishSettings(shop, "delivery", { charge }),
    await publishSettings(shop, "business", { gstin: GSTIN }),
    await publishSettings(shop, "tax", confirmedTax()),
    await publishSettings(shop, "seller", { mode: "regular", isReceiptGiven: true }),
  ])
    expect(reply.statusCode, reply.body).toBe(200);
  const [owner] = await shop.db.select().from(users).limit(1);
  const endpoint = { id: randomUUID(), userId: owner!.id, url: "https://example.com/hook", secret: "" };
  await shop.db.insert(webhookEndpoints).values({ ...endpoint, createdAt: shop.clock.now() });
  const { rows } = await shop.db.execute<{ name: string }>(
    sql`select table_name as name from information_schema.columns where table_schema = 'public' and column_name = 'order_id'`,
  );
  const tables = [...left, ...rows.map(({ name }) => name)];

  return {
    shop,
    faults: openFollowerFaults(shop),
    wrong: openWatch(shop),
    readWorld: await openRules(shop),
    /** Forgets what earlier histories left, so that each costs the same. Triggers and foreign keys do not run. */
    forget: () =>
      shop.db.transaction(async (tx) => {
        await tx.execute("set local session_replication_role = replica");
        await tx.execute(tables.map((name) => `delete from ${name}`).join("; "));
      }),
  };
}
export type WorldShop = Awaited<ReturnType<typeof openWorldShop>>;
