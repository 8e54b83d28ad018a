import { and, eq, lt, or } from "drizzle-orm";
import { HOUR_MS, MINUTE_MS } from "../platform/clock.ts";
import type { Platform } from "../platform/platform.ts";
import { agentReplies } from "./agent-table.ts";
import { protocolError } from "./errors.ts";

const RETENTION_MS = 48 * HOUR_MS;
/** A process that died while it handled a request blocks its key no longer than this. */
const LEASE_MS = MINUTE_MS / 2;

type KeyedRequest = Pick<typeof agentReplies.$inferInsert, "agent" | "operation" | "key" | "bodyHash">;

/** Idempotency: a repeated request with the same key gets the stored reply of the first. */
export function createReplies({ db, clock }: Pick<Platform, "db" | "clock">) {
  const { agent, operation, key, bodyHash, status, createdAt } = agentReplies;
  const isOlder = (ms: number) => lt(createdAt, new Date(clock.now().getTime() - ms));

  return {
    async once<Reply extends { status: number; text: string }>(request: KeyedRequest, work: () => Promise<Reply>) {
      const claim = { ...request, status: 0, reply: "", createdAt: clock.now() };
      const isSame = and(eq(agent, request.agent), eq(operation, request.operation), eq(key, request.key));
      const isAbandoned = and(eq(status, 0), eq(bodyHash, request.bodyHash), isOlder(LEASE_MS));
      const setWhere = or(isAbandoned, isOlder(RETENTION_MS));
      const [claimed] = await db
        .insert(agentReplies)
        .values(claim)
        .onConflictDoUpdate({ target: [agent, operation, key], set: claim, setWhere })
        .returning();
      if (!claimed) {
        const [first] = await db.select().from(agentReplies).where(isSame);
        if (first && first.bodyHash !== request.bodyHash) throw protocolError("idempotency_conflict");
        if (first?.status) return { status: first.status, text: first.reply };
        throw protocolError("request_in_progress", { headers: { "retry-after": "1" } });
      }
      const isOurs = and(isSame, eq(status, 0), eq(createdAt, claim.createdAt));
      try {
        const reply = await work();
        await db.update(agentReplies).set({ status: reply.status, reply: reply.text }).where(isOurs);
        return reply;
      } catch (error) {
        await db.delete(agentReplies).where(isOurs);
        throw error;
      }
    },

    deleteExpired: () => db.delete(agentReplies).where(isOlder(RETENTION_MS)),
  };
}
