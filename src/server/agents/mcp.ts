import type { FastifyRequest } from "fastify";
import { z } from "zod";
import { toApiError } from "../platform/http/api-errors.ts";
import { defineErrors, ShopError } from "../platform/http/errors.ts";
import { readPart, toProblem } from "./errors.ts";
import type { Operation } from "./operations.ts";
import { type Agents, idempotencyKey } from "./service.ts";

/** Versions of the Model Context Protocol with one HTTP endpoint, the newest first. */
const VERSIONS = ["2025-11-25", "2025-06-18", "2025-03-26"];

/** Faults of JSON-RPC itself. An unknown method is an answer like others. */
const rpcError = defineErrors(["ucp"], {
  invalid_message: [400, "This is not one JSON-RPC 2.0 message."],
  unknown_protocol: [400, `MCP-Protocol-Version must be one of ${VERSIONS.join(", ")}.`],
  unknown_method: [200, "There is no such method."],
  unknown_tool: [400, "There is no such tool."],
});
const rpcCodes: Record<string, number> = { invalid_message: -32600, unknown_method: -32601 };

function rpcCodeOf({ code, status }: ShopError) {
  if (/profile|version/.test(code)) return -32001;
  return rpcCodes[code] ?? (status === 400 ? -32602 : status === 500 ? -32603 : -32000);
}

const rpcMessage = z.object({
  jsonrpc: z.literal("2.0"),
  id: z.union([z.string().max(200), z.int()]).optional(),
  method: z.string().max(100).optional(),
  params: z.record(z.string(), z.unknown()).default({}),
});

/** The arguments of a tool: who calls, the id of the path and the body. */
function argumentsOf({ name, path, bodyName, body = z.object({}) }: Operation) {
  const key = idempotencyKey.describe("A UUID. A repeated call with the same key has no effect.");
  const meta = z.object({
    "ucp-agent": z.object({ profile: z.string().max(1000).describe("The https address of the agent's UCP profile.") }),
    "idempotency-key": /^(complete|cancel)_/.test(name) ? key : key.optional(),
  });
  const parts = { ...(path.includes(":id") && { id: z.string().max(100) }), ...(bodyName && { [bodyName]: body }) };
  return z.object({ meta, ...parts }) as z.ZodType<{
    meta: z.output<typeof meta>;
    id?: string;
    [body: string]: unknown;
  }>;
}

/** The operations as tools of the Model Context Protocol (streamable HTTP), without state and without streams. */
export function createMcp(agents: Agents) {
  const tools = agents.operations.map((operation) => {
    const input = argumentsOf(operation);
    const { name, description } = operation;
    const inputSchema = z.toJSONSchema(input, { io: "input", unrepresentable: "any" });
    const annotations = { readOnlyHint: !operation.isIdempotent };
    return { operation, input, shown: { name, description, inputSchema, annotations } };
  });

  async function callTool(params: Record<string, unknown>, ip: string) {
    const tool = tools.find(({ operation }) => operation.name === params.name);
    if (!tool) throw rpcError("unknown_tool");
    const { operation, input } = tool;
    const { meta, id = "", ...bodies } = readPart(input, params.arguments);
    const body = operation.bodyName && bodies[operation.bodyName];
    const { status, text } = await agents.call(operation, {
      profile: meta["ucp-agent"].profile,
      key: meta["idempotency-key"],
      id,
      body,
      raw: JSON.stringify(body ?? null),
      ip,
    });
    const reply = JSON.parse(text);
    if (status >= 400) throw new ShopError(reply.code, status, reply.content);
    return { structuredContent: reply, content: [{ type: "text", text }] };
  }

  async function answer({ method, params }: z.output<typeof rpcMessage>, ip: string): Promise<object> {
    if (method === "tools/call") return callTool(params, ip);
    if (method === "tools/list") return { tools: tools.map(({ shown }) => shown) };
    if (method === "ping") return {};
    if (method !== "initialize") throw rpcError("unknown_method");
    const protocolVersion = VERSIONS.find((version) => version === params.protocolVersion) ?? VERSIONS[0];
    const serverInfo = { name: new URL(agents.publicUrl).host, version: "1" };
    return { protocolVersion, capabilities: { tools: {} }, serverInfo };
  }

  return async (json: unknown, request: FastifyRequest) => {
    const { data: message } = rpcMessage.safeParse(json);
    const { "mcp-protocol-version": version = VERSIONS[0]! } = request.headers;
    // A notification, or a response to nothing that was asked.
    if (message && (message.id === undefined || !message.method)) return { status: 202, headers: {}, body: undefined };
    const envelope = { jsonrpc: "2.0", id: message?.id ?? null };
    try {
      if (!message) throw rpcError("invalid_message");
      if (!VERSIONS.includes(`${version}`)) throw rpcError("unknown_protocol");
      return { status: 200, headers: {}, body: { ...envelope, result: await answer(message, request.ip) } };
    } catch (error) {
      const problem = toApiError(error as ShopError, request);
      const fault = { code: rpcCodeOf(problem), message: problem.message, data: toProblem(problem, agents.publicUrl) };
      return { status: problem.status, headers: problem.headers, body: { ...envelope, error: fault } };
    }
  };
}
