import type { FastifyError, FastifyInstance, FastifyRequest } from "fastify";
import { toApiError } from "../platform/http/api-errors.ts";
import { httpError, type ShopError } from "../platform/http/errors.ts";
import { agentError } from "./errors.ts";
import { createMcp } from "./mcp.ts";
import { shopProfile } from "./profile.ts";
import type { Agents } from "./service.ts";

const MAX_BODY_BYTES = 64 * 1024;
const PROFILE_CACHE = "public, max-age=3600";

function parseJson(raw: string) {
  try {
    return raw === "" ? undefined : JSON.parse(raw);
  } catch {
    throw agentError("invalid_request", { message: "The body is not JSON." });
  }
}

const headerOf = ({ headers }: FastifyRequest, name: string) => headers[name]?.toString();

/** The profile, and below `/ucp` the operations over REST and MCP. Errors have the protocol's shape. */
export async function agentRoutes(app: FastifyInstance, { agents }: { agents: Agents }) {
  const hidden = { schema: { hide: true } };
  const { publicUrl } = agents;
  const toProblem = ({ code, message, fields = {} }: ShopError) => ({
    code,
    content: [message, ...Object.values(fields)].join(" "),
    continue_url: `${publicUrl}/`,
  });
  const profile = shopProfile(publicUrl);
  app.get("/.well-known/ucp", hidden, (_request, reply) => reply.header("cache-control", PROFILE_CACHE).send(profile));

  async function ucp(app: FastifyInstance) {
    app.removeAllContentTypeParsers();
    const parser = { parseAs: "string", bodyLimit: MAX_BODY_BYTES } as const;
    app.addContentTypeParser("application/json", parser, async (_request: FastifyRequest, body: string) => body);
    app.setErrorHandler((error: FastifyError, request, reply) => {
      const problem = toApiError(error, request);
      return reply.code(problem.status).headers(problem.headers).send(toProblem(problem));
    });
    for (const operation of agents.operations) {
      app.route<{ Params: { id?: string } }>({
        ...hidden,
        method: operation.method,
        url: `/v1${operation.path}`,
        async handler(request, reply) {
          const raw = typeof request.body === "string" ? request.body : "";
          const { status, text } = await agents.call(operation, {
            agent: headerOf(request, "ucp-agent"),
            key: headerOf(request, "idempotency-key"),
            id: request.params.id ?? "",
            body: parseJson(raw),
            raw,
            ip: request.ip,
          });
          return reply.code(status).type("application/json; charset=utf-8").send(text);
        },
      });
    }
    const answer = createMcp(agents, toProblem);
    app.post("/mcp", hidden, async (request, reply) => {
      const origin = headerOf(request, "origin");
      if (origin && origin !== new URL(publicUrl).origin) throw agentError("foreign_origin");
      const { status, headers, body } = await answer(parseJson(String(request.body ?? "")), request);
      return reply.code(status).headers(headers).send(body);
    });
    app.route({
      ...hidden,
      method: ["GET", "DELETE"],
      url: "/mcp",
      handler: () => {
        throw httpError("method_not_allowed", { headers: { allow: "POST" } });
      },
    });
    app.all("/v1/*", hidden, () => {
      throw httpError("not_found");
    });
  }
  await app.register(ucp, { prefix: "/ucp" });
}
