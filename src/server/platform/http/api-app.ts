import type {
  FastifyBaseLogger,
  FastifyInstance,
  RawReplyDefaultExpression,
  RawRequestDefaultExpression,
  RawServerDefault,
} from "fastify";
import type { ZodTypeProvider } from "fastify-type-provider-zod";

/** A Fastify scope whose schemas are zod contracts: they validate, give the types and fill the OpenAPI document. */
export type ApiApp = FastifyInstance<
  RawServerDefault,
  RawRequestDefaultExpression,
  RawReplyDefaultExpression,
  FastifyBaseLogger,
  ZodTypeProvider
>;

/** The calls that need a login, in the OpenAPI document. */
export const security = [{ bearer: [] }];

/** Sends a part of a list. The header carries the number of all records. */
export function sendPage<T>(
  reply: { header(name: string, value: number): unknown },
  { items, total }: { items: T[]; total: number },
) {
  reply.header("x-total-count", total);
  return items;
}
