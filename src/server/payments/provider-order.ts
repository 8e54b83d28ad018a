import { setTimeout as pause } from "node:timers/promises";
import { and, eq, isNull, lt, or } from "drizzle-orm";
import { ShopError } from "../platform/errors.ts";
import type { PaymentDeps } from "./deps.ts";
import { GatewayError } from "./gateway.ts";
import { paymentOrders } from "./payment-order-table.ts";

/** Longer than the provider's client tries, so a claim ends by itself only when its process died. */
const CLAIM_MS = 30_000;
const PATIENCE_MS = 20_000;
const LOOK_AGAIN_MS = 200;
const FIRST_CHECK_MS = 2 * 60_000;

interface Payable {
  orderId: string;
  totalPaise: number;
}

async function askProvider({ gateway }: PaymentDeps, { orderId, totalPaise }: Payable, askedBefore: boolean) {
  const known = askedBefore ? await gateway.findOrderByReceipt(orderId) : undefined;
  return known ?? gateway.createOrder({ amountPaise: totalPaise, receipt: orderId, notes: { order: orderId } });
}

function explain(error: unknown) {
  if (!(error instanceof GatewayError)) return error;
  return error.kind === "refused"
    ? new ShopError("payment_refused", { message: `The payment provider refused: ${error.message}` })
    : new ShopError("payment_provider_down");
}

/** Asks for the provider's order, when nobody else is just doing so; otherwise answers nothing. */
async function tryToAsk(deps: PaymentDeps, payable: Payable, { askedBefore }: typeof paymentOrders.$inferSelect) {
  const { db, clock } = deps;
  const now = clock.now();
  const own = eq(paymentOrders.orderId, payable.orderId);
  const isFree = or(isNull(paymentOrders.claimedUntil), lt(paymentOrders.claimedUntil, now));
  const [claim] = await db
    .update(paymentOrders)
    .set({ claimedUntil: new Date(now.getTime() + CLAIM_MS), askedBefore: true })
    .where(and(own, isNull(paymentOrders.providerOrderId), eq(paymentOrders.askedBefore, askedBefore), isFree))
    .returning({ orderId: paymentOrders.orderId });
  if (!claim) return undefined;
  try {
    const { id } = await askProvider(deps, payable, askedBefore);
    // A process that was held up for so long that another took its place has come too late: that one's order was shown.
    const [kept] = await db
      .update(paymentOrders)
      .set({ providerOrderId: id, claimedUntil: null })
      .where(and(own, isNull(paymentOrders.providerOrderId)))
      .returning({ orderId: paymentOrders.orderId });
    return kept && id;
  } catch (error) {
    await db.update(paymentOrders).set({ claimedUntil: null }).where(own);
    throw explain(error);
  }
}

/** The provider's order for ours: made once, and the same for two tabs, two clicks and two processes. */
export async function providerOrderFor(deps: PaymentDeps, payable: Payable): Promise<string> {
  const { db, clock } = deps;
  const now = clock.now();
  const checkAt = new Date(now.getTime() + FIRST_CHECK_MS);
  await db.insert(paymentOrders).values({ orderId: payable.orderId, createdAt: now, checkAt }).onConflictDoNothing();
  for (let waited = 0; waited < PATIENCE_MS; waited += LOOK_AGAIN_MS) {
    const [row] = await db.select().from(paymentOrders).where(eq(paymentOrders.orderId, payable.orderId));
    const id = row!.providerOrderId ?? (await tryToAsk(deps, payable, row!));
    if (id) return id;
    await pause(LOOK_AGAIN_MS);
  }
  throw new ShopError("payment_provider_down");
}
