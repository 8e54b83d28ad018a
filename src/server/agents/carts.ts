import { randomUUID } from "node:crypto";
import { and, eq, gt, isNull, lt, sql } from "drizzle-orm";
import { type CartRequest, cartRequest } from "../../contracts/agents/sale-requests.ts";
import { DAY_MS } from "../platform/clock.ts";
import { isUuid } from "../platform/database/is-uuid.ts";
import { agentCarts } from "./agent-table.ts";
import { type AgentReply, type AgentRequest, envelope, failure, operationsOf } from "./operations.ts";
import { createRoom } from "./room.ts";
import {
  describeSale,
  prepare,
  price,
  refuseNothing,
  refuseUnknown,
  type Sale,
  type SaleDeps,
  saleMessages,
  toSale,
} from "./sale.ts";

const LIFE_MS = 3 * DAY_MS;
/** After the expiry. */
const RETENTION_MS = DAY_MS;

export function createCarts(deps: SaleDeps) {
  const { db, clock, publicUrl } = deps;
  const room = createRoom(deps);
  const after = (ms: number) => new Date(clock.now().getTime() + ms);
  const { id: cartId, cancelledAt, expiresAt } = agentCarts;
  const isOpen = (id: string) =>
    isUuid(id) ? and(eq(cartId, id), isNull(cancelledAt), gt(expiresAt, clock.now())) : sql`false`;

  async function reply({ agent, ip }: AgentRequest, [row]: (typeof agentCarts.$inferSelect)[]): Promise<AgentReply> {
    if (!row) return failure("not_found", "There is no such cart.", publicUrl);
    const sale = row.request as Sale;
    const priced = await price(deps, sale, ip);
    const ucp = envelope(agent, "dev.ucp.shopping.cart", "dev.ucp.shopping.discount");
    const messages = saleMessages(sale, priced);
    const shown = { ...(await describeSale(deps, sale, priced)), messages, expires_at: row.expiresAt.toISOString() };
    return { status: 200, body: { ucp, id: row.id, ...shown } };
  }

  const read = async ({ agent, ip, body }: AgentRequest) =>
    prepare(deps, await toSale(deps, agent, body as CartRequest), ip);

  async function create(request: AgentRequest): Promise<AgentReply> {
    const { sale, priced } = await read(request);
    const refusal = refuseNothing(priced, publicUrl);
    if (refusal) return refusal;
    const network = await room.enter(request.ip);
    const row = { id: randomUUID(), network, request: sale, createdAt: clock.now(), expiresAt: after(LIFE_MS) };
    const created = await reply(request, await db.insert(agentCarts).values(row).returning());
    await room.evict(agentCarts, network);
    return { ...created, status: 201 };
  }

  async function update(request: AgentRequest) {
    const { sale, priced } = await read(request);
    const refusal = refuseUnknown(priced, publicUrl);
    if (refusal) return refusal;
    const change = db.update(agentCarts).set({ request: sale, expiresAt: after(LIFE_MS) });
    return reply(request, await change.where(isOpen(request.id)).returning());
  }

  const get = async (request: AgentRequest) =>
    reply(request, await db.select().from(agentCarts).where(isOpen(request.id)));

  async function cancel(request: AgentRequest) {
    const change = db.update(agentCarts).set({ cancelledAt: clock.now() });
    return reply(request, await change.where(isOpen(request.id)).returning());
  }

  const operation = operationsOf("dev.ucp.shopping.cart", "cart");
  const operations = [
    operation("create_cart", "POST /carts", "Make a cart.", create, cartRequest),
    operation("get_cart", "GET /carts/:id", "Read a cart with its current prices.", get),
    operation("update_cart", "PUT /carts/:id", "Replace the contents of a cart.", update, cartRequest),
    operation("cancel_cart", "POST /carts/:id/cancel", "Give up a cart.", cancel),
  ];
  return { operations, isOpen, deleteExpired: () => db.delete(agentCarts).where(lt(expiresAt, after(-RETENTION_MS))) };
}
export type Carts = ReturnType<typeof createCarts>;
