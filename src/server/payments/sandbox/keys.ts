import { createHash, createHmac, timingSafeEqual } from "node:crypto";

export interface SandboxKeys {
  keyId: string;
  keySecret: string;
  webhookSecret: string;
}

export const sign = (secret: string, content: string) => createHmac("sha256", secret).update(content).digest("hex");

const digest = (text: string) => createHash("sha256").update(text).digest();

export function isAuthorised({ keyId, keySecret }: SandboxKeys, header: string | undefined) {
  const expected = `Basic ${Buffer.from(`${keyId}:${keySecret}`).toString("base64")}`;
  return timingSafeEqual(digest(header ?? ""), digest(expected));
}
