import { z } from "zod";
import { ipSubnet } from "../platform/http/ip-subnet.ts";
import type { PublicRequest } from "../platform/http/public-request.ts";
import { limitConcurrency } from "../platform/limit-concurrency.ts";
import { hashRequest } from "../platform/sha256.ts";
import { createCarts } from "./carts.ts";
import { catalogueOperations } from "./catalogue.ts";
import { createCheckouts } from "./checkouts.ts";
import { readPart } from "./errors.ts";
import { cartCallsByIp, readsByIp, storedKilobytes } from "./limits.ts";
import { createNegotiation } from "./negotiate.ts";
import { failure, type Operation } from "./operations.ts";
import { createReplies } from "./replies.ts";
import type { SaleDeps } from "./sale.ts";

/** Long enough that nobody guesses the key of another request. */
export const idempotencyKey = z.string().regex(/^[!-~]{16,255}$/, "An idempotency key has 16 to 255 characters.");

interface AgentCall {
  /** The address of the agent's profile, as sent. */
  profile: string | undefined;
  key: string | undefined;
  id: string;
  body: unknown;
  /** The body as it was sent. */
  raw: string;
  ip: string;
}

/**
 * Calls at a time in a process. Each uses at most four of its ten database connections at once, most calls one: a flood
 * of agents leaves the others to people. More calls wait, and addresses take turns.
 */
const CALLS_AT_ONCE = 2;

/** Programs that shop for people, by the Universal Commerce Protocol. The rules are those of the services it calls. */
export function createAgents(deps: SaleDeps & { publicRequest: PublicRequest }) {
  const { limiter, publicUrl } = deps;
  const limitCalls = limitConcurrency({ concurrency: CALLS_AT_ONCE, maxQueued: 256, maxQueuedPerClient: 16 });
  const inTurn = <T>(work: () => Promise<T>, ip: string) => limitCalls(work, ipSubnet(ip));
  const negotiate = createNegotiation({ ...deps, inTurn });
  const replies = createReplies(deps);
  const carts = createCarts(deps);
  const checkouts = createCheckouts(deps, carts);
  const operations: Operation[] = [...catalogueOperations(deps), ...carts.operations, ...checkouts.operations];

  async function call(operation: Operation, { profile, key, id, body: sent, raw, ip }: AgentCall) {
    const { isIdempotent: isChange = false } = operation;
    await inTurn(async () => {
      await limiter.take(operation.bodyName === "catalog" ? readsByIp : cartCallsByIp, ip);
      if (isChange) await limiter.checkShare(storedKilobytes, ip);
    }, ip);
    const agent = await negotiate(profile, ip);
    const body = operation.body && readPart(operation.body, sent);
    const work = async () => {
      const reply = agent.capabilities.has(operation.capability)
        ? await operation.handle({ agent, id, body, ip })
        : failure("capabilities_incompatible", `The agent's profile lacks ${operation.capability}.`, `${publicUrl}/`);
      const text = JSON.stringify(reply.body);
      if (isChange) await limiter.addToShare(storedKilobytes, ip, "", Math.ceil(text.length / 1024));
      return { status: reply.status as number, text };
    };
    if (!isChange || key === undefined) return inTurn(work, ip);
    const request = { operation: operation.name, key: readPart(idempotencyKey, key) };
    const hashes = { agent: hashRequest(agent.profileUrl), bodyHash: hashRequest([id, raw]) };
    return inTurn(() => replies.once({ ...request, ...hashes }, work), ip);
  }

  return {
    operations,
    call,
    publicUrl,
    findCheckout: checkouts.findByToken,
    async deleteExpired() {
      await Promise.all([replies.deleteExpired(), carts.deleteExpired(), checkouts.deleteExpired()]);
    },
  };
}
export type Agents = ReturnType<typeof createAgents>;
