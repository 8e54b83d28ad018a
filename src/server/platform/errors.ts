import type { ApiProblem } from "../../contracts/error.ts";

/** Every way a call may fail that is nobody's bug: the status it answers and the sentence a person reads. */
const problems = {
  bad_input: [400, "Please check the marked fields."],
  bad_request: [400, "The request could not be understood."],
  reset_link_invalid: [400, "This reset link has expired or was already used. Please ask for a new one."],
  not_signed_in: [401, "Please log in to continue."],
  wrong_credentials: [401, "Invalid email or password"],
  not_allowed: [403, "You are not allowed to do this."],
  not_found: [404, "There is nothing here."],
  product_not_found: [404, "Product not found."],
  course_not_found: [404, "Course not found."],
  expert_not_found: [404, "Expert not found."],
  blog_not_found: [404, "Article not found."],
  method_not_allowed: [405, "This address does not take that kind of request."],
  email_taken: [409, "This e-mail already has an account. Please log in instead."],
  upload_interrupted: [409, "The pictures were cleared away before they could be saved. Please save again."],
  too_large: [413, "That is too large to be accepted."],
  wrong_type: [415, "This address does not take that type of content."],
  too_many: [429, "Too many tries. Please wait a while and try again."],
  internal: [500, "Something went wrong on our side. Please try again."],
  unavailable: [503, "The shop is busy for a moment. Please try again."],
} as const satisfies Record<string, readonly [number, string]>;

export type ProblemCode = keyof typeof problems;

interface Details {
  /** Replaces the table's sentence where a more exact one is known. */
  message?: string;
  fields?: Record<string, string>;
  headers?: Record<string, string>;
}

export class ShopError extends Error {
  readonly code: ProblemCode;
  readonly status: number;
  readonly fields: Record<string, string> | undefined;
  readonly headers: Record<string, string>;

  constructor(code: ProblemCode, details: Details = {}) {
    super(details.message ?? problems[code][1]);
    this.code = code;
    this.status = problems[code][0];
    this.fields = details.fields;
    this.headers = details.headers ?? {};
  }

  toReply(): ApiProblem {
    return { message: this.message, code: this.code, ...(this.fields && { fields: this.fields }) };
  }
}

export const badInput = (fields: Record<string, string>) => new ShopError("bad_input", { fields });
