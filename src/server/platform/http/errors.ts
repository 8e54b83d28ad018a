import type { ApiProblem } from "../../../contracts/error.ts";

/** Every way a call may fail that is nobody's bug: the status it answers and the sentence a person reads. */
const problems = {
  bad_input: [400, "Please check the marked fields."],
  bad_request: [400, "The request could not be understood."],
  reset_link_invalid: [400, "This reset link has expired or was already used. Please ask for a new one."],
  nothing_to_pay: [400, "An order must come to at least ₹1."],
  not_signed_in: [401, "Please log in to continue."],
  wrong_credentials: [401, "Invalid email or password"],
  bad_signature: [401, "The signature is not the payment provider's."],
  payment_not_confirmed: [402, "The payment provider has not confirmed this payment."],
  not_allowed: [403, "You are not allowed to do this."],
  wrong_password: [403, "This is not your password."],
  not_found: [404, "There is nothing here."],
  product_not_found: [404, "Product not found."],
  course_not_found: [404, "Course not found."],
  expert_not_found: [404, "Expert not found."],
  blog_not_found: [404, "Article not found."],
  order_not_found: [404, "Order not found."],
  enquiry_not_found: [404, "Enquiry not found."],
  method_not_allowed: [405, "This address does not take that kind of request."],
  too_slow: [408, "The request took too long to arrive. Please send it again."],
  price_changed: [409, "Some prices have changed. Please look at your cart again."],
  out_of_stock: [409, "Some of this has just been sold."],
  idempotency_key_used: [409, "This key was used for another order."],
  order_not_payable: [409, "This order is not waiting for a payment."],
  payment_refused: [409, "The payment provider refused this payment."],
  email_taken: [409, "This e-mail already has an account. Please log in instead."],
  order_open: [409, "An order is still under way. Your account can be deleted once it is delivered."],
  last_owner: [409, "This is the shop's only owner. Make another one before you delete this account."],
  changed_meanwhile: [409, "This was changed since you opened it. Nothing was saved."],
  upload_interrupted: [409, "The pictures were cleared away before they could be saved. Please save again."],
  too_large: [413, "That is too large to be accepted."],
  wrong_type: [415, "This address does not take that type of content."],
  headers_too_large: [431, "The headers of the request are too large to be accepted."],
  too_many: [429, "Too many tries. Please wait a while and try again."],
  disk_full: [507, "The shop's disk is full. Nothing was saved."],
  internal: [500, "Something went wrong on our side. Please try again."],
  payment_provider_down: [503, "The payment provider does not answer. Please try again in a moment."],
  unavailable: [503, "The shop is busy for a moment. Please try again."],
} as const satisfies Record<string, readonly [number, string]>;

export type ProblemCode = keyof typeof problems;

interface Details {
  /** Replaces the table's sentence where a more exact one is known. */
  message?: string;
  fields?: Record<string, string>;
  headers?: Record<string, string>;
  /** What else the one who asked can use. */
  data?: Record<string, unknown>;
}

export class ShopError extends Error {
  readonly code: ProblemCode;
  readonly status: number;
  readonly fields: Record<string, string> | undefined;
  readonly headers: Record<string, string>;
  readonly data: Record<string, unknown>;

  constructor(code: ProblemCode, details: Details = {}) {
    super(details.message ?? problems[code][1]);
    this.code = code;
    this.status = problems[code][0];
    this.fields = details.fields;
    this.headers = details.headers ?? {};
    this.data = details.data ?? {};
  }

  toReply(): ApiProblem {
    return { message: this.message, code: this.code, ...(this.fields && { fields: this.fields }), ...this.data };
  }
}

export const badInput = (fields: Record<string, string>) => new ShopError("bad_input", { fields });

/** Said when there is more to do than can be done in time; a moment later there usually is not. */
export const unavailable = () => new ShopError("unavailable", { headers: { "retry-after": "1" } });
