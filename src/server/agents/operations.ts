import type { z } from "zod";

/** The version of the Universal Commerce Protocol (ucp.dev) that is served. */
export const UCP_VERSION = "2026-04-08";

export const capabilityNames = [
  "dev.ucp.shopping.catalog.search",
  "dev.ucp.shopping.catalog.lookup",
  "dev.ucp.shopping.cart",
  "dev.ucp.shopping.checkout",
  "dev.ucp.shopping.fulfillment",
  "dev.ucp.shopping.discount",
] as const;
export type Capability = (typeof capabilityNames)[number];

/** Who calls, after its profile was read. */
export interface Agent {
  profileUrl: string;
  /** The capabilities that the agent and the shop have in common. */
  capabilities: ReadonlySet<Capability>;
}

export interface AgentRequest {
  agent: Agent;
  /** Of the path; empty where it has none. */
  id: string;
  body: unknown;
  ip: string;
}

/** A business outcome, also one that says no: 200 or 201. 409: the resource cannot be changed any more. */
export interface AgentReply {
  status: 200 | 201 | 409;
  body: object;
}

/** One operation of the protocol, over REST and as a tool of MCP. */
export interface Operation {
  name: string;
  description: string;
  method: "GET" | "POST" | "PUT";
  path: string;
  capability: Capability;
  /** The argument of the MCP tool that holds the body. */
  bodyName?: "catalog" | "cart" | "checkout";
  /** The contract of the body; what it parses is passed on. */
  body?: z.ZodType;
  /** Whether a repeated request with the same idempotency key gets the first reply. */
  isIdempotent?: boolean;
  handle(request: AgentRequest): Promise<AgentReply>;
}

/** The `ucp` part of a reply: the active ones of the given capabilities. */
export const envelope = ({ capabilities }: Agent, ...names: Capability[]) => ({
  version: UCP_VERSION,
  capabilities: Object.fromEntries(
    names.filter((name) => capabilities.has(name)).map((name) => [name, [{ version: UCP_VERSION }]]),
  ),
});

/** The reply where there is no resource to return. */
export const failure = (code: string, content: string, continueUrl?: string): AgentReply => ({
  status: 200,
  body: {
    ucp: { version: UCP_VERSION, status: "error" },
    messages: [{ type: "error", code, severity: "unrecoverable", content }],
    ...(continueUrl && { continue_url: continueUrl }),
  },
});

type Severity = "recoverable" | "requires_buyer_input";

/** An error, or a warning where there is no severity. `path` is a JSONPath into the reply. */
export const message = (code: string, content: string, severity?: Severity, path?: string) => {
  const type = severity ? "error" : "warning";
  return { type, code, content, ...(severity && { severity }), ...(path && { path }) };
};
export type Message = ReturnType<typeof message>;

export const operationsOf =
  (capability: Capability, bodyName: NonNullable<Operation["bodyName"]>) =>
  (name: string, route: string, description: string, handle: Operation["handle"], body?: z.ZodType): Operation => {
    const [method, path] = route.split(" ") as [Operation["method"], string];
    const isIdempotent = method !== "GET" && bodyName !== "catalog";
    return { name, method, path, description, capability, handle, isIdempotent, ...(body && { body, bodyName }) };
  };
