import type { FastifyError, FastifyInstance, FastifyRequest } from "fastify";
import { agentCheckout } from "../../contracts/agents/agent-checkout.ts";
import { tokenParams } from "../../contracts/error.ts";
import { toApiError } from "../platform/http/api-errors.ts";
import { routesFor } from "../platform/http/api-routes.ts";
import { httpError } from "../platform/http/errors.ts";
import type { Logins } from "../platform/http/logins.ts";
import { agentError, toProblem } from "./errors.ts";
import { createMcp } from "./mcp.ts";
import { shopProfile } from "./profile.ts";
import type { Agents } from "./service.ts";

const MAX_BODY_BYTES = 64 * 1024;
const PROFILE_CACHE = "public, max-age=3600";
const hidden = { schema: { hide: true } };

function parseJson(raw: string) {
  try {
    return raw === "" ? undefined : JSON.parse(raw);
  } catch {
    throw agentError("invalid_request", { message: "The body is not JSON." });
  }
}

const headerOf = ({ headers }: FastifyRequest, name: string) => headers[name]?.toString();
const profileOf = (request: FastifyRequest) =>
  /(?:^|,)\s*profile="([^"\\]*)"/.exec(headerOf(request, "ucp-agent") ?? "")?.[1];

/** The operations over REST and MCP. Errors have the protocol's shape. */
async function calls(app: FastifyInstance, { agents }: { agents: Agents }) {
  app.removeAllContentTypeParsers();
  const parser = { parseAs: "string", bodyLimit: MAX_BODY_BYTES } as const;
  app.addContentTypeParser("application/json", parser, async (_request: FastifyRequest, body: string) => body);
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const problem = toApiError(error, request);
    return reply.code(problem.status).headers(problem.headers).send(toProblem(problem, agents.publicUrl));
  });
  for (const operation of agents.operations) {
    const { method, path } = operation;
    app.route<{ Params: { id?: string } }>({
      ...hidden,
      method,
      url: `/v1${path}`,
      handler: async (request, reply) => {
        const raw = String(request.body ?? "");
        const {
          ip,
          params: { id = "" },
        } = request;
        const key = headerOf(request, "idempotency-key");
        const sent = { profile: profileOf(request), key, id, body: parseJson(raw), raw, ip };
        const { status, text } = await agents.call(operation, sent);
        return reply.code(status).type("application/json; charset=utf-8").send(text);
      },
    });
  }
  const answer = createMcp(agents);
  app.post("/mcp", hidden, async (request, reply) => {
    const origin = headerOf(request, "origin");
    if (origin && origin !== new URL(agents.publicUrl).origin) throw agentError("foreign_origin");
    const { status, headers, body } = await answer(parseJson(String(request.body ?? "")), request);
    return reply.code(status).headers(headers).send(body);
  });
  const refuse = () => Promise.reject(httpError("method_not_allowed", { headers: { allow: "POST" } }));
  app.route({ ...hidden, method: ["GET", "DELETE"], url: "/mcp", handler: refuse });
  app.all("/v1/*", hidden, () => Promise.reject(httpError("not_found")));
}

export async function agentRoutes(app: FastifyInstance, { agents }: { agents: Agents }) {
  const profile = shopProfile(agents.publicUrl);
  app.get("/.well-known/ucp", hidden, (_request, reply) => reply.header("cache-control", PROFILE_CACHE).send(profile));
  await app.register(calls, { agents, prefix: "/ucp" });
}

/** What the page behind a checkout's link shows. */
export function agentCheckoutRoutes(app: FastifyInstance, { agents, logins }: { agents: Agents; logins: Logins }) {
  const call = { summary: "An agent's checkout, by its link", params: tokenParams, response: agentCheckout };
  routesFor(app, logins, "agents").everyone.get("/agent-checkouts/:token", call, ({ params, ip }) =>
    agents.findCheckout(params.token, ip),
  );
}
