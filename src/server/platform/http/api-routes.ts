import type { FastifyContextConfig, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { z } from "zod";
import type { Clock } from "../clock.ts";
import type { Logins, RequestUser } from "./logins.ts";
import type { FormContract } from "./multipart-form.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** The body that the handler reads with `readForm`, for the OpenAPI document. */
    form?: FormContract;
  }
}

type Schema = z.ZodType;
type Guard = (request: FastifyRequest) => Promise<void>;

type CallRequest<
  Params extends Schema,
  Query extends Schema,
  Headers extends Schema,
  Body extends Schema,
> = FastifyRequest & {
  params: z.output<Params>;
  query: z.output<Query>;
  headers: z.output<Headers>;
  body: z.output<Body>;
};

/** The zod contracts of a call: they validate, give the types and fill the OpenAPI document. */
interface Call<
  Params extends Schema,
  Query extends Schema,
  Headers extends Schema,
  Body extends Schema,
  Reply extends Schema,
> {
  summary: string;
  description?: string;
  consumes?: string[];
  params?: Params;
  query?: Query;
  headers?: Headers;
  body?: Body;
  form?: FormContract;
  response?: Reply;
  status?: 201 | 303;
  security?: Record<string, string[]>[];
  config?: FastifyContextConfig;
  onResponse?: (request: CallRequest<Params, Query, Headers, Body>, reply: FastifyReply) => Promise<void>;
}

/** The calls that need a login, in the OpenAPI document. */
export const BEARER = [{ bearer: [] }];

interface Access {
  tags: string[];
  onRequest?: Guard;
  security?: Record<string, string[]>[];
}

/** `User` is what the guard of these calls leaves in `request.user`. */
function callsFor<User>(app: FastifyInstance, { onRequest, ...access }: Access) {
  const register =
    (method: "GET" | "POST" | "PUT" | "DELETE") =>
    <
      Params extends Schema = z.ZodUnknown,
      Query extends Schema = z.ZodUnknown,
      Headers extends Schema = z.ZodUnknown,
      Body extends Schema = z.ZodUnknown,
      Reply extends Schema = z.ZodUnknown,
    >(
      url: string,
      call: Call<Params, Query, Headers, Body, Reply>,
      handler: (
        request: CallRequest<Params, Query, Headers, Body> & { user: User },
        reply: FastifyReply,
      ) => z.output<Reply> | FastifyReply | Promise<z.output<Reply> | FastifyReply>,
    ) => {
      const { query, form, response, status = 200, config, onResponse, ...documented } = call;
      app.route({
        method,
        url,
        ...(onRequest && { onRequest }),
        ...(onResponse && {
          onResponse: onResponse as (request: FastifyRequest, reply: FastifyReply) => Promise<void>,
        }),
        config: { ...config, ...(form && { form }) },
        schema: {
          ...access,
          ...documented,
          ...(query && { querystring: query }),
          ...(response && { response: { [status]: response } }),
        },
        handler(request, reply) {
          if (status !== 200) reply.code(status);
          return handler(request as Parameters<typeof handler>[0], reply);
        },
      });
    };
  return { get: register("GET"), post: register("POST"), put: register("PUT"), delete: register("DELETE") };
}

/** What the routes of every domain get. */
export interface RouteDeps {
  logins: Logins;
  clock: Clock;
}

/** Adds API calls: which part of this adds a call says who may make it. */
export function routesFor(app: FastifyInstance, logins: Logins, tag: string) {
  const tags = [tag];
  const guardedBy = (onRequest: Guard) => callsFor<RequestUser>(app, { tags, security: BEARER, onRequest });
  return {
    everyone: callsFor<RequestUser | undefined>(app, { tags }),
    /** With or without a login: `request.user` is undefined without one. */
    optionalUser: callsFor<RequestUser | undefined>(app, { tags, onRequest: logins.recognise }),
    user: guardedBy(logins.requireUser),
    staff: guardedBy(logins.requireStaff),
    owner: guardedBy(logins.requireOwner),
    /** For a guard of its own, which must set `request.user`. */
    guardedBy,
  };
}

export function sendPage<T>(
  reply: { header(name: string, value: number): unknown },
  { items, total }: { items: T[]; total: number },
) {
  reply.header("x-total-count", total);
  return items;
}
