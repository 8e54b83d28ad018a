import { and, eq, not, sql } from "drizzle-orm";
import { isOrdered } from "../orders/core/read.ts";
import { ipSubnet } from "../platform/http/ip-subnet.ts";
import { type agentCarts, agentCheckouts } from "./agent-table.ts";
import { creations, STORED_BY_ALL, STORED_BY_NETWORK, STORED_WHEN_FULL } from "./limits.ts";
import type { SaleDeps } from "./sale.ts";

/** Bounds how many carts and checkouts are stored, so that nobody fills the disk and nobody is refused for others. */
export function createRoom({ db, limiter, keyedHash }: SaleDeps) {
  return {
    /** Counts a new one. Returns the pseudonym of its network. */
    async enter(ip: string) {
      await limiter.checkShare(creations, ip);
      await limiter.addToShare(creations, ip);
      return keyedHash("agent-network", ipSubnet(ip));
    },

    /** The network's own oldest ones make room, except those with an order. */
    async evict(table: typeof agentCarts | typeof agentCheckouts, network: string) {
      if (!limiter.isEnabled) return;
      const isOwn = and(
        eq(table.network, network),
        table === agentCheckouts ? not(isOrdered(agentCheckouts.id)) : undefined,
      );
      const stored = await db.$count(db.select({ id: table.id }).from(table).limit(STORED_BY_ALL).as("stored"));
      const kept = stored < STORED_BY_ALL ? STORED_BY_NETWORK : STORED_WHEN_FULL;
      const oldest = db
        .select({ id: table.id })
        .from(table)
        .where(isOwn)
        .orderBy(sql`${table.expiresAt} desc`)
        .offset(kept);
      await db.delete(table).where(sql`${table.id} in (${oldest})`);
    },
  };
}
