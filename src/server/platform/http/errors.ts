import type { ApiProblem } from "../../../contracts/error.ts";

interface Details {
  /** Replaces the default message where a more exact one is known. */
  message?: string;
  fields?: Record<string, string>;
  headers?: Record<string, string>;
  data?: Record<string, unknown>;
}

/** An expected failure: becomes a response with this status, code and message. Any other error is a bug: 500. */
export class ShopError extends Error {
  readonly code: string;
  readonly status: number;
  readonly fields: Record<string, string> | undefined;
  readonly headers: Record<string, string>;
  readonly data: Record<string, unknown>;

  constructor(code: string, status: number, message: string, { fields, headers = {}, data = {} }: Details = {}) {
    super(message);
    this.code = code;
    this.status = status;
    this.fields = fields;
    this.headers = headers;
    this.data = data;
  }

  toReply(): ApiProblem {
    return { message: this.message, code: this.code, ...(this.fields && { fields: this.fields }), ...this.data };
  }
}

type ErrorTable = Record<string, readonly [status: number, message: string]>;
/** All codes, for the OpenAPI document. */
export const errorCodes: { code: string; status: number; message: string; tags: readonly string[] }[] = [];

/** Declares error codes, each with its status and default message. `tags` are those of the calls that answer them. */
export function defineErrors<const T extends ErrorTable>(tags: readonly string[], table: T) {
  for (const [code, [status, message]] of Object.entries(table)) errorCodes.push({ code, status, message, tags });
  return (code: keyof T & string, details: Details = {}) => {
    const [status, message] = table[code]!;
    return new ShopError(code, status, details.message ?? message, details);
  };
}

export const httpError = defineErrors([], {
  bad_input: [400, "Please check the marked fields."],
  bad_request: [400, "The request could not be understood."],
  not_signed_in: [401, "Please log in to continue."],
  api_key_invalid: [401, "This API key does not work. It may have been revoked."],
  api_key_not_allowed: [403, "This API key may not do this."],
  not_allowed: [403, "You are not allowed to do this."],
  not_found: [404, "There is nothing here."],
  method_not_allowed: [405, "This address does not take that kind of request."],
  too_slow: [408, "The request took too long to arrive. Please send it again."],
  too_large: [413, "That is too large to be accepted."],
  wrong_type: [415, "This address does not take that type of content."],
  headers_too_large: [431, "The headers of the request are too large to be accepted."],
  too_many: [429, "Too many tries. Please wait a while and try again."],
  disk_full: [507, "The shop's disk is full. Nothing was saved."],
  internal: [500, "Something went wrong on our side. Please try again."],
  unavailable: [503, "The shop is busy for a moment. Please try again."],
});
export type HttpErrorCode = Parameters<typeof httpError>[0];

export const badInput = (fields: Record<string, string>) => httpError("bad_input", { fields });

export const tooMany = (seconds: number, message?: string) =>
  httpError("too_many", { headers: { "retry-after": `${seconds}` }, ...(message && { message }) });

/** Overload is usually over within a second. */
export const unavailable = () => httpError("unavailable", { headers: { "retry-after": "1" } });
