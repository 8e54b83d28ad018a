import { setTimeout as pause } from "node:timers/promises";
import { and, eq, isNull, lt, or } from "drizzle-orm";
import { paymentError } from "./errors.ts";
import { GatewayError } from "./gateway.ts";
import { type PaymentOrder, paymentOrders } from "./payment-order-table.ts";
import type { PaymentDeps } from "./service.ts";

/** Longer than a call to the provider may take, so a claim expires only when its process died. */
const CLAIM_MS = 30_000;
const WAIT_MS = 20_000;
const POLL_MS = 200;
const FIRST_CHECK_MS = 2 * 60_000;

interface Payable {
  orderId: string;
  totalPaise: number;
}

async function findOrCreate({ gateway }: PaymentDeps, { orderId, totalPaise }: Payable, askedBefore: boolean) {
  const existing = askedBefore ? await gateway.findOrderByReceipt(orderId) : undefined;
  return existing ?? gateway.createOrder({ amountPaise: totalPaise, receipt: orderId, notes: { order: orderId } });
}

function toPaymentError(error: unknown) {
  if (!(error instanceof GatewayError)) return error;
  return error.kind === "refused"
    ? paymentError("payment_refused", { message: `The payment provider refused: ${error.message}` })
    : paymentError("payment_provider_down");
}

/** Needs the claim. Returns undefined if the claim expired meanwhile and another process was faster. */
async function createClaimed(deps: PaymentDeps, payable: Payable, askedBefore: boolean) {
  const { db } = deps;
  const isThisOrder = eq(paymentOrders.orderId, payable.orderId);
  try {
    const { id } = await findOrCreate(deps, payable, askedBefore);
    const { rowCount } = await db
      .update(paymentOrders)
      .set({ providerOrderId: id, claimedUntil: null })
      .where(and(isThisOrder, isNull(paymentOrders.providerOrderId)));
    return rowCount === 1 ? id : undefined;
  } catch (error) {
    await db.update(paymentOrders).set({ claimedUntil: null }).where(isThisOrder);
    throw toPaymentError(error);
  }
}

/** Inserts the row already claimed. Returns undefined if it exists. */
async function createFirst(deps: PaymentDeps, payable: Payable) {
  const now = deps.clock.now();
  const after = (ms: number) => new Date(now.getTime() + ms);
  const { rowCount } = await deps.db
    .insert(paymentOrders)
    .values({
      orderId: payable.orderId,
      createdAt: now,
      checkAt: after(FIRST_CHECK_MS),
      claimedUntil: after(CLAIM_MS),
      askedBefore: true,
    })
    .onConflictDoNothing();
  return rowCount === 1 ? createClaimed(deps, payable, false) : undefined;
}

/** Returns undefined while another process holds the claim. */
async function claimAndCreate(deps: PaymentDeps, payable: Payable, { askedBefore }: PaymentOrder) {
  const now = deps.clock.now();
  const { rowCount } = await deps.db
    .update(paymentOrders)
    .set({ claimedUntil: new Date(now.getTime() + CLAIM_MS), askedBefore: true })
    .where(
      and(
        eq(paymentOrders.orderId, payable.orderId),
        isNull(paymentOrders.providerOrderId),
        eq(paymentOrders.askedBefore, askedBefore),
        or(isNull(paymentOrders.claimedUntil), lt(paymentOrders.claimedUntil, now)),
      ),
    );
  return rowCount === 1 ? createClaimed(deps, payable, askedBefore) : undefined;
}

/** The id of the provider's order for ours. Created once, also when several tabs or processes ask at the same time. */
export async function ensureProviderOrder(deps: PaymentDeps, payable: Payable): Promise<string> {
  const created = await createFirst(deps, payable);
  if (created) return created;
  for (let waited = 0; waited < WAIT_MS; waited += POLL_MS) {
    const [row] = await deps.db.select().from(paymentOrders).where(eq(paymentOrders.orderId, payable.orderId));
    const id = row!.providerOrderId ?? (await claimAndCreate(deps, payable, row!));
    if (id) return id;
    await pause(POLL_MS);
  }
  throw paymentError("payment_provider_down");
}
