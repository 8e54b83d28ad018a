import { createHmac, hash, timingSafeEqual } from "node:crypto";
import type { WebhookEvent, WebhookRequest } from "../gateway.ts";
import { razorpayEvent } from "./replies.ts";

/** Checks a hex-encoded HMAC-SHA256 in constant time. */
export function isSigned(secret: string, content: string | Buffer, signature: string | undefined) {
  if (!signature || !/^[0-9a-f]{64}$/i.test(signature)) return false;
  return timingSafeEqual(Buffer.from(signature, "hex"), createHmac("sha256", secret).update(content).digest());
}

/** The signature has been checked, so an event that cannot be parsed is merely of another kind. */
function readEvent(body: Buffer) {
  try {
    const { event, payload } = razorpayEvent.parse(JSON.parse(body.toString("utf8")));
    return { kind: event, payment: payload?.payment.entity };
  } catch {
    return { kind: "", payment: undefined };
  }
}

export function readWebhook(secret: string, { body, headers }: WebhookRequest): WebhookEvent | undefined {
  const header = (name: string) => [headers[name]].flat()[0];
  if (!isSigned(secret, body, header("x-razorpay-signature"))) return undefined;
  return { id: header("x-razorpay-event-id") || hash("sha256", body), ...readEvent(body) };
}
