import { DrizzleQueryError } from "drizzle-orm";
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import fp from "fastify-plugin";
import { hasZodFastifySchemaValidationErrors } from "fastify-type-provider-zod";
import type pg from "pg";
import type { z } from "zod";
import { isDatabaseAway, isDatabaseFull } from "../database/faults.ts";
import { badInput, type HttpErrorCode, httpError, ShopError, unavailable } from "./errors.ts";

/** `shipping.email` for a nested field; the list's name for an entry of a list. */
function fieldName(path: readonly PropertyKey[]) {
  const end = path.findIndex((part) => /^\d+$/.test(String(part)));
  return path.slice(0, end < 0 ? undefined : end).join(".") || "body";
}

/** The first message of each field. */
export function fieldsOf(issues: readonly z.core.$ZodIssue[]) {
  const fields: Record<string, string> = {};
  for (const issue of issues) fields[fieldName(issue.path)] ??= issue.message;
  return fields;
}

export function readFields<Contract extends z.ZodType>(contract: Contract, values: unknown): z.output<Contract> {
  const parsed = contract.safeParse(values);
  if (!parsed.success) throw badInput(fieldsOf(parsed.error.issues));
  return parsed.data;
}

const codesByStatus: Record<number, HttpErrorCode> = {
  404: "not_found",
  413: "too_large",
  415: "wrong_type",
};

function toShopError(error: FastifyError | ShopError): ShopError | undefined {
  if (error instanceof ShopError) return error;
  if (hasZodFastifySchemaValidationErrors(error)) {
    const fields: Record<string, string> = {};
    for (const { instancePath, message } of error.validation) {
      fields[fieldName(instancePath.split("/").slice(1))] ??= message ?? "This is not valid.";
    }
    return badInput(fields);
  }
  const status = error.statusCode ?? 500;
  if (status === 503 || isDatabaseAway(error)) return unavailable();
  if (isDatabaseFull(error)) return httpError("disk_full");
  const code = codesByStatus[status] ?? (status < 500 ? "bad_request" : undefined);
  return code && httpError(code);
}

/** A failed query carries its parameters, perhaps an e-mail: the log gets only the statement and the reason. */
function forLog(error: Error) {
  if (!(error instanceof DrizzleQueryError)) return error;
  const { message, code, constraint } = { ...error.cause, message: error.cause?.message } as Partial<pg.DatabaseError>;
  const stack = error.stack?.slice(error.stack.indexOf("\n    at "));
  return { message, code, constraint, query: error.query, stack };
}

function sendError(reply: FastifyReply, problem: ShopError) {
  return reply
    .code(problem.status)
    .headers(problem.headers)
    .type("application/json; charset=utf-8")
    .send(problem.toReply());
}

/** Converts any error to a response. Unexpected errors are logged in full; the response has a generic message. */
export function toApiError(error: FastifyError | ShopError, request: FastifyRequest) {
  const expected = toShopError(error);
  if (!expected) request.log.error({ err: forLog(error) }, "request failed");
  return expected ?? httpError("internal");
}

export const apiErrors = fp(async (app: FastifyInstance) => {
  app.setErrorHandler((error: FastifyError, request: FastifyRequest, reply: FastifyReply) => {
    return sendError(reply, toApiError(error, request));
  });
});

/** Unknown paths under a prefix: 404, or 405 with `Allow` when the path exists for another method. */
export const unknownApiPaths = fp(async (app: FastifyInstance, { prefix }: { prefix: string }) => {
  // Explicit routes, because the pages answer every other path.
  const rest = [prefix, `${prefix}/*`];
  const known: { method: string; pattern: RegExp }[] = [];
  app.addHook("onRoute", ({ method, url }) => {
    if (!url.startsWith(prefix) || rest.includes(url)) return;
    const pattern = new RegExp(`^${url.replace(/:\w+/g, "[^/]+").replace("*", ".*")}/?$`);
    for (const name of [method].flat()) known.push({ method: name, pattern });
  });
  const sendUnknown = (request: FastifyRequest, reply: FastifyReply) => {
    const path = request.url.split("?")[0]!;
    const allowed = [...new Set(known.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method))];
    // An id that is too long for the router ends here although the method is right.
    const isUnknown = allowed.length === 0 || allowed.includes(request.method);
    if (isUnknown) return sendError(reply, httpError("not_found"));
    return sendError(reply, httpError("method_not_allowed", { headers: { allow: allowed.join(", ") } }));
  };
  for (const url of rest) app.all(url, { schema: { hide: true } }, sendUnknown);
  app.setNotFoundHandler((_request, reply) => sendError(reply, httpError("not_found")));
});

/** A malformed URL reaches no route: 400 under `/api` and `/ucp`, elsewhere a redirect to the home page. */
export const handleBadUrl =
  (headers: Record<string, string>) => (_error: FastifyError, request: FastifyRequest, reply: FastifyReply) => {
    reply.headers(headers).headers({ "x-request-id": request.id, "cache-control": "no-store" });
    const problem = httpError("bad_request");
    if (request.url.startsWith("/api/")) sendError(reply, problem);
    else if (request.url.startsWith("/ucp/")) reply.code(400).send({ code: problem.code, content: problem.message });
    else reply.redirect("/");
  };
