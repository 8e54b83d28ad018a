import { z } from "zod";
import type { PublicRequest } from "../platform/http/public-request.ts";
import { hashRequest } from "../platform/sha256.ts";
import { createCarts } from "./carts.ts";
import { catalogueOperations } from "./catalogue.ts";
import { createCheckouts } from "./checkouts.ts";
import { readPart } from "./errors.ts";
import { cartCallsByIp, readsByIp } from "./limits.ts";
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

/** Programs that shop for people, by the Universal Commerce Protocol. The rules are those of the services it calls. */
export function createAgents(deps: SaleDeps & { publicRequest: PublicRequest }) {
  const { limiter, publicUrl } = deps;
  const negotiate = createNegotiation(deps);
  const replies = createReplies(deps);
  const carts = createCarts(deps);
  const checkouts = createCheckouts(deps, carts);
  const operations: Operation[] = [...catalogueOperations(deps), ...carts.operations, ...checkouts.operations];

  async function call(operation: Operation, { profile, key, id, body: sent, raw, ip }: AgentCall) {
    await limiter.take(operation.bodyName === "catalog" ? readsByIp : cartCallsByIp, ip);
    const agent = await negotiate(profile, ip);
    const body = operation.body && readPart(operation.body, sent);
    const work = async () => {
      const reply = agent.capabilities.has(operation.capability)
        ? await operation.handle({ agent, id, body, ip })
        : failure("capabilities_incompatible", `The agent's profile lacks ${operation.capability}.`, `${publicUrl}/`);
      return { status: reply.status as number, text: JSON.stringify(reply.body) };
    };
    if (!operation.isIdempotent || key === undefined) return work();
    const request = { operation: operation.name, key: readPart(idempotencyKey, key) };
    const hashes = { agent: hashRequest(agent.profileUrl), bodyHash: hashRequest([id, raw]) };
    return replies.once({ ...request, ...hashes }, work);
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
