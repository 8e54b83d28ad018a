import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import fp from "fastify-plugin";
import { hasZodFastifySchemaValidationErrors } from "fastify-type-provider-zod";
import type { z } from "zod";
import { badInput, type ProblemCode, ShopError } from "./errors.ts";

/** One sentence for each field, the first that was wrong with it. */
export function fieldsOf(issues: readonly z.core.$ZodIssue[]) {
  const fields: Record<string, string> = {};
  for (const issue of issues) fields[String(issue.path[0] ?? "body")] ??= issue.message;
  return fields;
}

const codesByStatus: Record<number, ProblemCode> = {
  404: "not_found",
  413: "too_large",
  415: "wrong_type",
  503: "unavailable",
};

function toShopError(error: FastifyError | ShopError): ShopError | undefined {
  if (error instanceof ShopError) return error;
  if (hasZodFastifySchemaValidationErrors(error)) {
    const fields: Record<string, string> = {};
    for (const { instancePath, message } of error.validation) {
      fields[instancePath.split("/")[1] ?? "body"] ??= message ?? "This is not valid.";
    }
    return badInput(fields);
  }
  const status = error.statusCode ?? 500;
  const code = codesByStatus[status] ?? (status < 500 ? "bad_request" : undefined);
  return code && new ShopError(code);
}

function answer(reply: FastifyReply, problem: ShopError) {
  return reply
    .code(problem.status)
    .headers(problem.headers)
    .type("application/json; charset=utf-8")
    .send(problem.toReply());
}

/** Turns every failure into the one error shape; what is nobody's fault but ours is logged whole and answered plainly. */
export const apiErrors = fp(async (app: FastifyInstance) => {
  app.setErrorHandler((error: FastifyError, request: FastifyRequest, reply: FastifyReply) => {
    const expected = toShopError(error);
    if (!expected) request.log.error({ err: error }, "request failed");
    return answer(reply, expected ?? new ShopError("internal"));
  });
});

/** Unknown addresses under a prefix: 404, or 405 with `Allow` where the address exists for another method. */
export const unknownCalls = fp(async (app: FastifyInstance, options: { prefix: string }) => {
  const known: { method: string; pattern: RegExp }[] = [];
  app.addHook("onRoute", ({ method, url }) => {
    const pattern = new RegExp(`^${url.replace(/:\w+/g, "[^/]+").replace("*", ".*")}/?$`);
    for (const name of [method].flat()) known.push({ method: name, pattern });
  });
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split("?")[0]!;
    if (!path.startsWith(options.prefix)) return answer(reply, new ShopError("not_found"));
    const allowed = [...new Set(known.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method))];
    if (allowed.length === 0) return answer(reply, new ShopError("not_found"));
    return answer(reply, new ShopError("method_not_allowed", { headers: { allow: allowed.join(", ") } }));
  });
});

/** An address that is not even well-formed never reaches a route: under `/api` it is a bad request, elsewhere it leads home. */
export function answerUnreadableAddress(_error: FastifyError, request: FastifyRequest, reply: FastifyReply) {
  if (request.url.startsWith("/api/")) answer(reply, new ShopError("bad_request"));
  else reply.redirect("/");
}
