import { createHash } from "node:crypto";
import { and, eq, lt, or } from "drizzle-orm";
import { HOUR_MS, MINUTE_MS } from "../platform/clock.ts";
import type { Platform } from "../platform/platform.ts";
import { agentReplies } from "./agent-table.ts";
import { agentError } from "./errors.ts";

const KEPT_MS = 48 * HOUR_MS;
/** A process that died while it handled a request blocks its key no longer than this. */
const LEASE_MS = MINUTE_MS / 2;

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");

/** A reply as it is sent. */
export interface SentReply {
  status: number;
  text: string;
}

interface KeyedRequest {
  profileUrl: string;
  operation: string;
  key: string;
  /** Of the path, and the raw body: what must be the same in a repeated request. */
  id: string;
  raw: string;
}

/** Idempotency: a repeated request with the same key gets the stored reply of the first. */
export function createReplies({ db, clock }: Pick<Platform, "db" | "clock">) {
  const { agent, operation, key, bodyHash, status, createdAt } = agentReplies;
  const before = (ms: number) => lt(createdAt, new Date(clock.now().getTime() - ms));

  return {
    async once(request: KeyedRequest, work: () => Promise<SentReply>): Promise<SentReply> {
      const row = { agent: sha256(request.profileUrl), operation: request.operation, key: request.key };
      const claim = { bodyHash: sha256(`${request.id}\n${request.raw}`), status: 0, reply: "", createdAt: clock.now() };
      const isRow = and(eq(agent, row.agent), eq(operation, row.operation), eq(key, row.key));
      const isAbandoned = and(eq(status, 0), before(LEASE_MS), eq(bodyHash, claim.bodyHash));
      const [claimed] = await db
        .insert(agentReplies)
        .values({ ...row, ...claim })
        .onConflictDoUpdate({ target: [agent, operation, key], set: claim, setWhere: or(isAbandoned, before(KEPT_MS)) })
        .returning({ key });
      if (!claimed) {
        const [stored] = await db.select().from(agentReplies).where(isRow);
        if (stored && stored.bodyHash !== claim.bodyHash) throw agentError("idempotency_conflict");
        if (stored?.status) return { status: stored.status, text: stored.reply };
        throw agentError("request_in_progress", { headers: { "retry-after": "1" } });
      }
      const isOurs = and(isRow, eq(status, 0), eq(createdAt, claim.createdAt));
      try {
        const reply = await work();
        await db.update(agentReplies).set({ status: reply.status, reply: reply.text }).where(isOurs);
        return reply;
      } catch (error) {
        await db.delete(agentReplies).where(isOurs);
        throw error;
      }
    },

    async deleteExpired() {
      await db.delete(agentReplies).where(before(KEPT_MS));
    },
  };
}
