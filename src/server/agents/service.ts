import { z } from "zod";
import type { Catalogue } from "../catalogue/service.ts";
import { createPublicRequest } from "../platform/http/public-request.ts";
import type { Platform } from "../platform/platform.ts";
import type { SettingsService } from "../settings/service.ts";
import { catalogueOperations } from "./catalogue.ts";
import { readPart } from "./errors.ts";
import { cartCallsByAgent, cartCallsByIp, readsByIp } from "./limits.ts";
import { createNegotiation } from "./negotiate.ts";
import { failure, type Operation } from "./operations.ts";
import { createReplies, type SentReply } from "./replies.ts";

export interface AgentDeps extends Pick<Platform, "db" | "clock" | "limiter" | "publicUrl"> {
  catalogue: Catalogue;
  settings: SettingsService;
}

/** Long enough that nobody guesses the key of another request. */
export const idempotencyKey = z.string().regex(/^[!-~]{16,255}$/, "An idempotency key has 16 to 255 characters.");

export interface AgentCall {
  /** The header `UCP-Agent`. */
  agent: string | undefined;
  key: string | undefined;
  id: string;
  body: unknown;
  /** The body as it was sent. */
  raw: string;
  ip: string;
}

/** Programs that shop for people, by the Universal Commerce Protocol. The rules are those of the services it calls. */
export function createAgents(deps: AgentDeps) {
  const { limiter, publicUrl } = deps;
  const negotiate = createNegotiation({ ...deps, request: createPublicRequest({ publicUrl }) });
  const replies = createReplies(deps);
  const operations: Operation[] = [...catalogueOperations(deps)];

  async function call(operation: Operation, { agent: header, key, id, body, raw, ip }: AgentCall): Promise<SentReply> {
    const isRead = operation.bodyName === "catalog";
    await limiter.take(isRead ? readsByIp : cartCallsByIp, ip);
    const agent = await negotiate(header, ip);
    if (!isRead) await limiter.take(cartCallsByAgent, [agent.profileUrl, ip]);
    const read = operation.input ? readPart(operation.input, body) : undefined;
    const work = async () => {
      const { status, body } = agent.capabilities.has(operation.capability)
        ? await operation.handle({ agent, id, body: read, ip })
        : failure("capabilities_incompatible", `The agent's profile lacks ${operation.capability}.`, `${publicUrl}/`);
      return { status, text: JSON.stringify(body) };
    };
    if (!operation.isIdempotent || key === undefined) return work();
    const request = { profileUrl: agent.profileUrl, operation: operation.name, id, raw };
    return replies.once({ ...request, key: readPart(idempotencyKey, key) }, work);
  }

  return { operations, call, publicUrl, deleteExpired: replies.deleteExpired };
}
export type Agents = ReturnType<typeof createAgents>;
