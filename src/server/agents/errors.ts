import type { z } from "zod";
import { defineErrors, type ShopError } from "../platform/http/errors.ts";

/** Protocol errors: the request could not be handled. What the shop answers to a request it could handle is no error. */
export const protocolError = defineErrors(["ucp"], {
  invalid_profile_url: [400, 'The header UCP-Agent must be profile="https://…", the address of the agent\'s profile.'],
  profile_unreachable: [424, "The agent's profile could not be read at its address. Redirects are not followed."],
  profile_malformed: [422, "The agent's profile is not a UCP profile, larger than 128 KiB, or has too many parts."],
  version_unsupported: [422, "The agent's profile has a version of UCP that this shop does not support."],
  invalid_request: [400, "The request could not be understood."],
  request_too_large: [400, "The request asks for too much."],
  idempotency_conflict: [409, "This idempotency key was used for another request."],
  request_in_progress: [409, "A request with this idempotency key is being handled."],
  foreign_origin: [403, "Pages of other websites cannot call this."],
});

/** Reads a part of a request. Something larger than its maximum has a code of its own. */
export function readPart<Part>(contract: z.ZodType<Part>, value: unknown) {
  const { data, error } = contract.safeParse(value);
  if (!error) return data;
  const issues = error.issues.map(({ path, message }) => [path.join("."), message].filter(Boolean).join(": "));
  const isTooLarge = error.issues.some(({ code }) => code === "too_big");
  throw protocolError(isTooLarge ? "request_too_large" : "invalid_request", { message: issues.slice(0, 5).join("; ") });
}

/** The body of a protocol error. People can always go on in the shop. */
export const toProblem = ({ code, message, fields = {} }: ShopError, publicUrl: string) => ({
  code,
  content: [message, ...Object.values(fields)].join(" "),
  continue_url: `${publicUrl}/`,
});
