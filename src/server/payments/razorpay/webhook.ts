import { createHmac, hash, timingSafeEqual } from "node:crypto";
import type { WebhookEvent, WebhookRequest } from "../gateway.ts";
import { razorpayEvent } from "./replies.ts";

/** Checks a hex-encoded HMAC-SHA256 in constant time. */
export function isSigned(secret: string, content: string | Buffer, signature: string | undefined) {
  if (!signature || !/^[0-9a-f]{64}$/i.test(signature)) return false;
  return timingSafeEqual(Buffer.from(signature, "hex"), createHmac("sha256", secret).update(content).digest());
}

function readPayment(body: Buffer) {
  try {
    return razorpayEvent.parse(JSON.parse(body.toString("utf8"))).payload.payment.entity;
  } catch {
    return undefined;
  }
}

export function readWebhook(secret: string, { body, headers }: WebhookRequest): WebhookEvent | undefined {
  const header = (name: string) => [headers[name]].flat()[0];
  if (!isSigned(secret, body, header("x-razorpay-signature"))) return undefined;
  return { id: header("x-razorpay-event-id") || hash("sha256", body), payment: readPayment(body) };
}
