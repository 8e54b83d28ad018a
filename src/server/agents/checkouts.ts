import { randomUUID } from "node:crypto";
import { and, desc, eq, gt, isNull, lt, ne, not, or, sql } from "drizzle-orm";
import type { AgentCheckout } from "../../contracts/agents/agent-checkout.ts";
import * as contract from "../../contracts/agents/sale-requests.ts";
import { isOrdered } from "../orders/core/read.ts";
import { DAY_MS, HOUR_MS } from "../platform/clock.ts";
import type { Database, Transaction } from "../platform/database/database.ts";
import { isUuid } from "../platform/database/is-uuid.ts";
import { httpError } from "../platform/http/errors.ts";
import { agentCarts, agentCheckouts } from "./agent-table.ts";
import type { Carts } from "./carts.ts";
import { type CheckoutRow, type FoundCheckout, shippingOf, showCheckout } from "./checkout-view.ts";
import { wrongCheckoutLinkByIp } from "./limits.ts";
import { type AgentReply, type AgentRequest, failure, operationsOf } from "./operations.ts";
import { createRoom } from "./room.ts";
import { prepare, refuseNothing, refuseUnknown, type Sale, type SaleDeps, toSale, wantedLines } from "./sale.ts";

const LIFE_MS = 6 * HOUR_MS;
/** After the expiry: of what the agent sent, and of the row of one that was ordered. */
const REQUEST_RETENTION_MS = DAY_MS;
const RETENTION_MS = 30 * DAY_MS;

export function createCheckouts(deps: SaleDeps, carts: Pick<Carts, "isOpen">) {
  const { db, clock, checkout, limiter, publicUrl } = deps;
  const room = createRoom(deps);
  const { cartId, cancelledAt, expiresAt, createdAt } = agentCheckouts;
  const after = (ms: number) => new Date(clock.now().getTime() + ms);
  const isUnfinished = () => and(isNull(cancelledAt), gt(expiresAt, clock.now()));
  const notFound = (what: string) => failure("not_found", `There is no such ${what}.`, publicUrl);

  async function read(id: string): Promise<FoundCheckout | undefined> {
    const [row] = isUuid(id) ? await db.select().from(agentCheckouts).where(eq(agentCheckouts.id, id)) : [];
    return row && { row, order: await checkout.findByAgentCheckout(row.id) };
  }

  const reply = async ({ agent, ip }: AgentRequest, found: FoundCheckout): Promise<AgentReply> => ({
    status: 200,
    body: await showCheckout(deps, agent, found, ip),
  });

  type Handle = (request: AgentRequest, found: FoundCheckout) => Promise<AgentReply>;
  /** Finished checkouts are refused. An expired one is gone, unless it was paid for. */
  const unlessFinished =
    (handle: Handle, isAllowed = (_: FoundCheckout) => false) =>
    async (request: AgentRequest): Promise<AgentReply> => {
      const found = await read(request.id);
      if (!found || (!found.order && found.row.expiresAt <= clock.now())) return notFound("checkout");
      const state = found.order ? "completed" : found.row.cancelledAt ? "canceled" : undefined;
      if (!state || isAllowed(found)) return handle(request, found);
      return { status: 409, body: { code: `checkout_${state}`, content: `This checkout is ${state}.` } };
    };

  /** Replies with the row as it is after a change at the same time, too. */
  async function change(request: AgentRequest, set: Partial<CheckoutRow>) {
    const where = and(eq(agentCheckouts.id, request.id), isUnfinished());
    const [row] = await db.update(agentCheckouts).set(set).where(where).returning();
    return row ? reply(request, { row }) : get(request);
  }

  const get = unlessFinished(reply, () => true);

  const update = unlessFinished(async (request, { row }) => {
    const { agent, body, ip } = request;
    const sent = await toSale(deps, agent, body as contract.CheckoutRequest, row.request as Sale);
    const { sale, priced } = await prepare(deps, sent, ip);
    return refuseUnknown(priced, publicUrl) ?? change(request, { request: sale, expiresAt: after(LIFE_MS) });
  });

  const cancel = unlessFinished((request) => change(request, { cancelledAt: clock.now() }));

  /** Places no order and takes no payment: a person does, on the shop's page. */
  const complete = unlessFinished(reply, ({ order }) => order !== undefined);

  /** The newest checkout of a cart that is not cancelled or expired. */
  const newestOf = (from: Database | Transaction, cart: string) =>
    from
      .select()
      .from(agentCheckouts)
      .where(and(eq(cartId, cart), isUnfinished()))
      .orderBy(desc(createdAt))
      .limit(1);

  /** The lock of the cart makes two requests for it agree. `paid` is its last checkout, if that is paid. */
  const insert = (row: CheckoutRow, paid?: CheckoutRow) =>
    db.transaction(async (tx) => {
      if (row.cartId) await tx.select().from(agentCarts).where(eq(agentCarts.id, row.cartId)).for("update");
      const [other] = row.cartId ? await newestOf(tx, row.cartId) : [];
      if (other && other.id !== paid?.id) return other;
      await tx.insert(agentCheckouts).values(row);
      return row;
    });

  async function create(request: AgentRequest): Promise<AgentReply> {
    const { agent, ip } = request;
    const { cart_id = "", line_items = [], ...sent } = request.body as contract.NewCheckoutRequest;
    const [cart] = cart_id ? await db.select().from(agentCarts).where(carts.isOpen(cart_id)) : [];
    if (cart_id && !(cart && agent.capabilities.has("dev.ucp.shopping.cart"))) return notFound("cart");
    const [last] = cart ? await newestOf(db, cart.id) : [];
    if (last && !(await checkout.findByAgentCheckout(last.id)))
      return { ...(await reply(request, { row: last })), status: 201 };
    const asked = await toSale(deps, agent, { ...sent, line_items });
    const { sale, priced } = await prepare(deps, { ...asked, ...(cart?.request as Sale | undefined) }, ip);
    const refusal = refuseNothing(priced, publicUrl);
    if (refusal) return refusal;
    const times = { createdAt: clock.now(), expiresAt: after(LIFE_MS), cancelledAt: null };
    const network = await room.enter(ip);
    const row = await insert({ id: randomUUID(), network, cartId: cart?.id ?? null, request: sale, ...times }, last);
    await room.evict(agentCheckouts, network);
    return { ...(await reply(request, { row })), status: 201 };
  }

  const one = "/checkout-sessions/:id";
  const operation = operationsOf("dev.ucp.shopping.checkout", "checkout");
  const toCreate = "Begin a checkout of items or a cart. Nothing is reserved; a person pays at its continue_url.";
  const toRead = "Read a checkout. It is completed, with its order, once the person has paid.";
  const toComplete = "Returns the checkout as it is: a person pays at its continue_url.";
  const operations = [
    operation("create_checkout", "POST /checkout-sessions", toCreate, create, contract.newCheckoutRequest),
    operation("get_checkout", `GET ${one}`, toRead, get),
    operation("update_checkout", `PUT ${one}`, "Replace what a checkout is for.", update, contract.checkoutRequest),
    operation("complete_checkout", `POST ${one}/complete`, toComplete, complete),
    operation("cancel_checkout", `POST ${one}/cancel`, "Give up a checkout.", cancel),
  ];

  return {
    operations,

    /** For the page behind a link. Of a finished checkout it shows no person, and of a paid one no lines. */
    async findByToken(token: string, ip: string): Promise<AgentCheckout> {
      const id = checkout.agentCheckoutTokens.read(token);
      if (!id) {
        await limiter.take(wrongCheckoutLinkByIp, ip);
        throw httpError("not_found");
      }
      const found = await read(id);
      // Deleted after its time.
      if (!found)
        return { state: "cancelled", items: [], coupon: "", shipping: shippingOf({ lines: [] }), orderId: null };
      const { row, order } = found;
      const isOpen = !order && !row.cancelledAt && row.expiresAt > clock.now();
      const sent = row.request as Sale;
      const sale: Sale = isOpen ? sent : { lines: order ? [] : (sent.lines ?? []) };
      const state = isOpen ? "open" : order ? "completed" : "cancelled";
      const [items, orderId] = [await wantedLines(deps, sale), order?.order.id ?? null];
      return { state, items, coupon: sale.coupon ?? "", shipping: shippingOf(sale), orderId };
    },

    async deleteExpired() {
      const isForgotten = lt(expiresAt, after(-REQUEST_RETENTION_MS));
      const isOver = or(lt(expiresAt, after(-RETENTION_MS)), and(isForgotten, not(isOrdered(agentCheckouts.id))));
      await db.delete(agentCheckouts).where(isOver);
      const isKept = and(isForgotten, ne(agentCheckouts.request, sql`'{}'`));
      await db.update(agentCheckouts).set({ request: {} }).where(isKept);
    },
  };
}
