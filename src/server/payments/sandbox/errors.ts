interface Details {
  field?: string;
  source?: string;
  step?: string;
  reason?: string;
  metadata?: Record<string, string>;
}

const DEFAULTS = { source: "business", step: "payment_initiation", reason: "input_validation_failed", metadata: {} };

/** Becomes a reply in the shape of Razorpay's errors. */
export class SandboxError extends Error {
  readonly status: number;
  readonly details: Details;

  constructor(description: string, { status = 400, ...details }: Details & { status?: number } = {}) {
    super(description);
    this.status = status;
    this.details = details;
  }

  toReply() {
    const code = this.status < 500 ? "BAD_REQUEST_ERROR" : "SERVER_ERROR";
    return { error: { code, description: this.message, ...DEFAULTS, ...this.details } };
  }
}

export const unknownId = () => new SandboxError("The id provided does not exist");
