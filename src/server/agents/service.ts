import { createHash } from "node:crypto";
import { z } from "zod";
import { createPublicRequest } from "../platform/http/public-request.ts";
import { createCarts } from "./carts.ts";
import { catalogueOperations } from "./catalogue.ts";
import { createCheckouts } from "./checkouts.ts";
import { readPart } from "./errors.ts";
import { cartCallsByAgent, cartCallsByIp, readsByIp } from "./limits.ts";
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

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");

/** Programs that shop for people, by the Universal Commerce Protocol. The rules are those of the services it calls. */
export function createAgents(deps: SaleDeps) {
  const { limiter, publicUrl } = deps;
  const negotiate = createNegotiation({ ...deps, request: createPublicRequest({ publicUrl }) });
  const replies = createReplies(deps);
  const carts = createCarts(deps);
  const checkouts = createCheckouts(deps, carts);
  const operations: Operation[] = [...catalogueOperations(deps), ...carts.operations, ...checkouts.operations];

  async function call(operation: Operation, { profile, key, id, body: sent, raw, ip }: AgentCall) {
    const isRead = operation.bodyName === "catalog";
    await limiter.take(isRead ? readsByIp : cartCallsByIp, ip);
    const agent = await negotiate(profile, ip);
    if (!isRead) await limiter.take(cartCallsByAgent, [agent.profileUrl, ip]);
    const body = operation.body && readPart(operation.body, sent);
    const work = async () => {
      const reply = agent.capabilities.has(operation.capability)
        ? await operation.handle({ agent, id, body, ip })
        : failure("capabilities_incompatible", `The agent's profile lacks ${operation.capability}.`, `${publicUrl}/`);
      return { status: reply.status as number, text: JSON.stringify(reply.body) };
    };
    if (!operation.isIdempotent || key === undefined) return work();
    const request = { agent: sha256(agent.profileUrl), operation: operation.name, bodyHash: sha256(`${id}\n${raw}`) };
    return replies.once({ ...request, key: readPart(idempotencyKey, key) }, work);
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
