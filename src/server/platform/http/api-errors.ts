import { DrizzleQueryError } from "drizzle-orm";
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import fp from "fastify-plugin";
import { hasZodFastifySchemaValidationErrors } from "fastify-type-provider-zod";
import type pg from "pg";
import type { z } from "zod";
import { isDatabaseAway, isDatabaseFull } from "../database/faults.ts";
import { badInput, type HttpErrorCode, httpError, ShopError, unavailable } from "./errors.ts";

/** A field within a field is named by both, `shipping.email`; an entry of a list by the list. */
function nameOf(path: readonly PropertyKey[]) {
  const end = path.findIndex((part) => /^\d+$/.test(String(part)));
  return path.slice(0, end < 0 ? undefined : end).join(".") || "body";
}

/** One sentence for each field, the first that was wrong with it. */
export function fieldsOf(issues: readonly z.core.$ZodIssue[]) {
  const fields: Record<string, string> = {};
  for (const issue of issues) fields[nameOf(issue.path)] ??= issue.message;
  return fields;
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
      fields[nameOf(instancePath.split("/").slice(1))] ??= message ?? "This is not valid.";
    }
    return badInput(fields);
  }
  const status = error.statusCode ?? 500;
  if (status === 503 || isDatabaseAway(error)) return unavailable();
  if (isDatabaseFull(error)) return httpError("disk_full");
  const code = codesByStatus[status] ?? (status < 500 ? "bad_request" : undefined);
  return code && httpError(code);
}

/** A failed query carries the values it was asked with, perhaps somebody's e-mail; the log gets its text and the reason. */
function forLog(error: Error) {
  if (!(error instanceof DrizzleQueryError)) return error;
  const { message, code, constraint } = { ...error.cause, message: error.cause?.message } as Partial<pg.DatabaseError>;
  const stack = error.stack?.slice(error.stack.indexOf("\n    at "));
  return { message, code, constraint, query: error.query, stack };
}

function answer(reply: FastifyReply, problem: ShopError) {
  return reply
    .code(problem.status)
    .headers(problem.headers)
    .type("application/json; charset=utf-8")
    .send(problem.toReply());
}

/** Any failure as one that can be told; what is nobody's fault but ours is logged whole and told plainly. */
export function toApiError(error: FastifyError | ShopError, request: FastifyRequest) {
  const expected = toShopError(error);
  if (!expected) request.log.error({ err: forLog(error) }, "request failed");
  return expected ?? httpError("internal");
}

/** Turns every failure into the one error shape. */
export const apiErrors = fp(async (app: FastifyInstance) => {
  app.setErrorHandler((error: FastifyError, request: FastifyRequest, reply: FastifyReply) => {
    return answer(reply, toApiError(error, request));
  });
});

/** Unknown addresses under a prefix: 404, or 405 with `Allow` where the address exists for another method. */
export const unknownApiPaths = fp(async (app: FastifyInstance, { prefix }: { prefix: string }) => {
  // Routes of their own, so that the pages, which answer every other address, never answer for the API.
  const rest = [prefix, `${prefix}/*`];
  const known: { method: string; pattern: RegExp }[] = [];
  app.addHook("onRoute", ({ method, url }) => {
    if (!url.startsWith(prefix) || rest.includes(url)) return;
    const pattern = new RegExp(`^${url.replace(/:\w+/g, "[^/]+").replace("*", ".*")}/?$`);
    for (const name of [method].flat()) known.push({ method: name, pattern });
  });
  const answerUnknown = (request: FastifyRequest, reply: FastifyReply) => {
    const path = request.url.split("?")[0]!;
    const allowed = [...new Set(known.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method))];
    // An id too long for the router ends here although the method is right.
    const isUnknown = allowed.length === 0 || allowed.includes(request.method);
    if (isUnknown) return answer(reply, httpError("not_found"));
    return answer(reply, httpError("method_not_allowed", { headers: { allow: allowed.join(", ") } }));
  };
  for (const url of rest) app.all(url, { schema: { hide: true } }, answerUnknown);
  app.setNotFoundHandler((_request, reply) => answer(reply, httpError("not_found")));
});

/** An address that is not even well-formed never reaches a route: under `/api` it is a bad request, elsewhere it leads home. */
export const handleBadUrl =
  (headers: Record<string, string>) => (_error: FastifyError, request: FastifyRequest, reply: FastifyReply) => {
    reply.headers(headers).headers({ "x-request-id": request.id, "cache-control": "no-store" });
    if (request.url.startsWith("/api/")) answer(reply, httpError("bad_request"));
    else reply.redirect("/");
  };
