import { randomUUID } from "node:crypto";
import { capabilityNames, UCP_VERSION } from "../../src/server/agents/operations.ts";
import { json, startFakeServer } from "./fake-server.ts";
import { openTestShop } from "./test-shop.ts";

/** The profile of an agent that can do all that the shop can. */
export const agentProfile = (change: object = {}) => ({
  ucp: {
    version: UCP_VERSION,
    services: {},
    payment_handlers: {},
    capabilities: Object.fromEntries(capabilityNames.map((name) => [name, [{ version: UCP_VERSION }]])),
    ...change,
  },
});

interface Ask {
  /** The address of the agent's profile. */
  profile?: string;
  key?: string;
  headers?: Record<string, string>;
  address?: string;
}

/** A shop on this machine, and a server with the profile of an agent. */
export async function openAgentShop(settings: Record<string, string> = {}) {
  const shop = await openTestShop({ RATE_LIMIT: "off", ...settings });
  const server = await startFakeServer(json(agentProfile()));
  const profile = `${server.url}/profile.json`;
  return {
    ...shop,
    profile,
    ask(method: string, path: string, body?: unknown, { key, headers, address, ...ask }: Ask = {}) {
      return shop.call(method, `/ucp/v1${path}`, {
        ...(body !== undefined && { json: body }),
        address,
        headers: {
          "ucp-agent": `profile="${ask.profile ?? profile}"`,
          "request-id": randomUUID(),
          ...(key && { "idempotency-key": key }),
          ...headers,
        },
      });
    },
    async close() {
      await shop.close();
      await server.stop();
    },
  };
}
export type AgentShop = Awaited<ReturnType<typeof openAgentShop>>;
