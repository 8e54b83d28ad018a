import { createHmac, hash, timingSafeEqual } from "node:crypto";
import type { WebhookEvent, WebhookRequest } from "../provider.ts";
import { razorpayEvent, uncapturedPayment } from "./replies.ts";

/** Checks a hex-encoded HMAC-SHA256 in constant time. */
export function isSigned(secret: string, content: string | Buffer, signature: string | undefined) {
  if (!signature || !/^[0-9a-f]{64}$/i.test(signature)) return false;
  return timingSafeEqual(Buffer.from(signature, "hex"), createHmac("sha256", secret).update(content).digest());
}

/** Razorpay requests more evidence through the event name only: the dispute's status stays "open". */
const ACTION_REQUIRED = "payment.dispute.action_required";

/** The signature is already verified, so an event that cannot be parsed is an unknown kind and not an attack. */
function readEvent(body: Buffer): Omit<WebhookEvent, "id"> {
  try {
    const json: unknown = JSON.parse(body.toString("utf8"));
    const { event: kind, payload = {}, created_at } = razorpayEvent.parse(json);
    const { payment, refund, dispute } = payload;
    return {
      kind,
      payment: payment?.entity,
      ...(refund && !uncapturedPayment.safeParse(json).success && { refund: refund.entity }),
      ...(dispute && {
        dispute: {
          ...dispute.entity,
          ...(kind === ACTION_REQUIRED && { status: "action_required" }),
          eventAt: created_at ?? dispute.entity.createdAt,
        },
      }),
    };
  } catch {
    return { kind: "", payment: undefined };
  }
}

export function readWebhook(secret: string, { body, headers }: WebhookRequest): WebhookEvent | undefined {
  const header = (name: string) => [headers[name]].flat()[0];
  if (!isSigned(secret, body, header("x-razorpay-signature"))) return undefined;
  return { id: header("x-razorpay-event-id") || hash("sha256", body), ...readEvent(body) };
}
