interface Details {
  status?: number;
  field?: string;
  source?: string;
  step?: string;
  reason?: string;
  metadata?: Record<string, string>;
}

/** A refusal in the provider's own shape. */
export class SandboxError extends Error {
  readonly status: number;
  readonly details: Omit<Details, "status">;

  constructor(description: string, { status = 400, ...details }: Details = {}) {
    super(description);
    this.status = status;
    this.details = details;
  }

  toReply() {
    const {
      field,
      source = "business",
      step = "payment_initiation",
      reason = "input_validation_failed",
    } = this.details;
    return {
      error: {
        code: this.status < 500 ? "BAD_REQUEST_ERROR" : "SERVER_ERROR",
        description: this.message,
        source,
        step,
        reason,
        metadata: this.details.metadata ?? {},
        ...(field && { field }),
      },
    };
  }
}

export const unknownId = () => new SandboxError("The id provided does not exist");
