import { setTimeout as pause } from "node:timers/promises";
import { and, eq, isNull, lt, or, sql } from "drizzle-orm";
import { prepared } from "../platform/database/prepared.ts";
import type { PaymentDeps } from "./deps.ts";
import { paymentError } from "./errors.ts";
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
    ? paymentError("payment_refused", { message: `The payment provider refused: ${error.message}` })
    : paymentError("payment_provider_down");
}

const note = prepared<{ order_id: string }>(
  "note-payment",
  sql`insert into ${paymentOrders} (order_id, created_at, check_at, claimed_until, asked_before)
    values (${sql.placeholder("orderId")}::uuid, ${sql.placeholder("now")}, ${sql.placeholder("checkAt")},
      ${sql.placeholder("claimedUntil")}, true)
    on conflict do nothing returning order_id`,
);

// A process that was held up for so long that another took its place has come too late: that one's order was shown.
const keep = prepared<{ order_id: string }>(
  "keep-provider-order",
  sql`update ${paymentOrders} set provider_order_id = ${sql.placeholder("id")}::text, claimed_until = null
    where order_id = ${sql.placeholder("orderId")}::uuid and provider_order_id is null
    returning order_id`,
);

/** For whoever holds the claim: asks the provider and keeps its answer. */
async function ask(deps: PaymentDeps, payable: Payable, askedBefore: boolean) {
  const { db } = deps;
  const { orderId } = payable;
  try {
    const { id } = await askProvider(deps, payable, askedBefore);
    const kept = await keep(db, { id, orderId });
    return kept.length > 0 ? id : undefined;
  } catch (error) {
    await db.update(paymentOrders).set({ claimedUntil: null }).where(eq(paymentOrders.orderId, orderId));
    throw explain(error);
  }
}

/** Asks for the provider's order, when nobody else is just doing so; otherwise answers nothing. */
async function tryToAsk(deps: PaymentDeps, payable: Payable, { askedBefore }: typeof paymentOrders.$inferSelect) {
  const now = deps.clock.now();
  const own = eq(paymentOrders.orderId, payable.orderId);
  const isFree = or(isNull(paymentOrders.claimedUntil), lt(paymentOrders.claimedUntil, now));
  const [claim] = await deps.db
    .update(paymentOrders)
    .set({ claimedUntil: new Date(now.getTime() + CLAIM_MS), askedBefore: true })
    .where(and(own, isNull(paymentOrders.providerOrderId), eq(paymentOrders.askedBefore, askedBefore), isFree))
    .returning({ orderId: paymentOrders.orderId });
  return claim && ask(deps, payable, askedBefore);
}

/** Notes the payment and claims it in one; answers nothing where it was noted before. */
async function askFirst(deps: PaymentDeps, payable: Payable) {
  const now = deps.clock.now();
  const inMs = (ms: number) => new Date(now.getTime() + ms);
  const times = { now, checkAt: inMs(FIRST_CHECK_MS), claimedUntil: inMs(CLAIM_MS) };
  const noted = await note(deps.db, { orderId: payable.orderId, ...times });
  return noted.length > 0 ? ask(deps, payable, false) : undefined;
}

/** The provider's order for ours: made once, and the same for two tabs, two clicks and two processes. */
export async function providerOrderFor(deps: PaymentDeps, payable: Payable): Promise<string> {
  const own = await askFirst(deps, payable);
  if (own) return own;
  for (let waited = 0; waited < PATIENCE_MS; waited += LOOK_AGAIN_MS) {
    const [row] = await deps.db.select().from(paymentOrders).where(eq(paymentOrders.orderId, payable.orderId));
    const id = row!.providerOrderId ?? (await tryToAsk(deps, payable, row!));
    if (id) return id;
    await pause(LOOK_AGAIN_MS);
  }
  throw paymentError("payment_provider_down");
}
