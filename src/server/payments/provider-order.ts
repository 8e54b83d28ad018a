import { setTimeout as pause } from "node:timers/promises";
import { and, eq, isNull, lt, or } from "drizzle-orm";
import { valuesIn } from "../platform/database/statement.ts";
import type { PaymentDeps } from "./deps.ts";
import { paymentError } from "./errors.ts";
import { paymentOrders } from "./payment-order-table.ts";
import { type OpenProvider, ProviderError } from "./provider/provider.ts";
import { firstCheckOf } from "./reconcile.ts";
import { findPaymentOrder, insertPaymentOrder, setProviderOrder } from "./statements.ts";

/** Longer than a call to the provider may take, so a claim expires only when its process died. */
const CLAIM_MS = 30_000;
const WAIT_MS = 20_000;
const POLL_MS = 200;
/** After it every process uses changed keys. */
const NEW_KEYS_MS = 60_000;

/** The provider of one set of keys: they may change meanwhile. */
type OrderDeps = Pick<PaymentDeps, "db" | "clock" | "jobs"> & { provider: OpenProvider };

interface Payable {
  orderId: string;
  totalPaise: number;
}

const create = ({ provider }: OrderDeps, { orderId, totalPaise }: Payable) =>
  provider.createOrder({ amountPaise: totalPaise, receipt: orderId, notes: { order: orderId } });

/** For retries: the order may exist if the response of the first attempt was lost. */
const findOrCreate = async (deps: OrderDeps, payable: Payable) =>
  (await deps.provider.findOrderByReceipt(payable.orderId)) ?? create(deps, payable);

function toPaymentError(error: unknown) {
  if (!(error instanceof ProviderError)) return error;
  return error.kind === "refused"
    ? paymentError("payment_refused", { message: `The payment provider refused: ${error.message}` })
    : paymentError("payment_provider_down");
}

/** Needs the claim. Returns undefined if the claim expired and another process stored its provider order first. */
async function createClaimed(deps: OrderDeps, payable: Payable, callProvider: typeof create) {
  const { orderId } = payable;
  try {
    const { id } = await callProvider(deps, payable);
    const { rowCount } = await setProviderOrder(deps.db, { orderId, providerOrderId: id });
    return rowCount === 1 ? id : undefined;
  } catch (error) {
    await deps.db.update(paymentOrders).set({ claimedUntil: null }).where(eq(paymentOrders.orderId, orderId));
    throw toPaymentError(error);
  }
}

/** Inserts the row with the claim set, then creates the provider order. Returns undefined if the row exists. */
async function createFirst(deps: OrderDeps, payable: Payable) {
  const now = deps.clock.now();
  const { rowCount } = await insertPaymentOrder(deps.db, {
    orderId: payable.orderId,
    createdAt: now,
    claimedUntil: new Date(now.getTime() + CLAIM_MS),
    ...valuesIn("job", firstCheckOf(deps, payable.orderId)),
  });
  return rowCount === 1 ? createClaimed(deps, payable, create) : undefined;
}

/** Returns undefined while another process holds the claim. */
async function claimAndCreate(deps: OrderDeps, payable: Payable) {
  const now = deps.clock.now();
  const { rowCount } = await deps.db
    .update(paymentOrders)
    .set({ claimedUntil: new Date(now.getTime() + CLAIM_MS) })
    .where(
      and(
        eq(paymentOrders.orderId, payable.orderId),
        isNull(paymentOrders.providerOrderId),
        or(isNull(paymentOrders.claimedUntil), lt(paymentOrders.claimedUntil, now)),
      ),
    );
  return rowCount === 1 ? createClaimed(deps, payable, findOrCreate) : undefined;
}

/**
 * Forgets an order from before the keys changed that the provider does not know: it was made in the sandbox, or with
 * keys of another account. If the provider cannot say so, the stored one is used.
 */
async function forgetUnknown({ db, provider }: OrderDeps, orderId: string) {
  const [row] = provider.changedAt ? await findPaymentOrder(db, { orderId }) : [];
  const isOld = row && row.createdAt.getTime() < provider.changedAt!.getTime() + NEW_KEYS_MS;
  if (!isOld || !row.providerOrderId) return;
  const isUnknown = await provider.paymentsOf(row.providerOrderId).then(
    () => false,
    (error: unknown) => error instanceof ProviderError && error.kind === "not_found",
  );
  const isSame = and(eq(paymentOrders.orderId, orderId), eq(paymentOrders.providerOrderId, row.providerOrderId));
  if (isUnknown) await db.update(paymentOrders).set({ providerOrderId: null }).where(isSame);
}

/** The id of the provider's order for this order. Created once, even if several tabs or processes call it at a time. */
export async function ensureProviderOrder(deps: OrderDeps, payable: Payable): Promise<string> {
  const created = await createFirst(deps, payable);
  if (created) return created;
  await forgetUnknown(deps, payable.orderId);
  for (let waited = 0; waited < WAIT_MS; waited += POLL_MS) {
    const [row] = await findPaymentOrder(deps.db, { orderId: payable.orderId });
    const id = row!.providerOrderId ?? (await claimAndCreate(deps, payable));
    if (id) return id;
    await pause(POLL_MS);
  }
  throw paymentError("payment_provider_down");
}
