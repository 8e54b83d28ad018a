import { createHmac, randomBytes } from "node:crypto";

const PREFIX = "whsec_";

export const makeWebhookSecret = () => `${PREFIX}${randomBytes(32).toString("base64")}`;

/** Secrets of former versions were base64url, without padding. */
export const isFormerSecret = (secret: string) => !secret.endsWith("=");

/**
 * The headers of Standard Webhooks. A webhook with a former secret also gets the former header, until its owner makes a
 * new secret.
 */
export function signatureHeaders(secret: string, id: string, seconds: number, body: string): Record<string, string> {
  const key = Buffer.from(secret.slice(PREFIX.length), "base64");
  const signature = createHmac("sha256", key).update(`${id}.${seconds}.${body}`).digest("base64");
  const headers = { "webhook-id": id, "webhook-timestamp": `${seconds}`, "webhook-signature": `v1,${signature}` };
  if (!isFormerSecret(secret)) return headers;
  const former = createHmac("sha256", secret).update(`${seconds}.${body}`).digest("hex");
  return { ...headers, "nakshatra-delivery": id, "nakshatra-signature": `t=${seconds},v1=${former}` };
}
