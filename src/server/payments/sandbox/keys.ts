import { createHmac } from "node:crypto";
import { isEqualSecret } from "../../platform/secrets.ts";

export interface SandboxKeys {
  keyId: string;
  keySecret: string;
  webhookSecret: string;
}

/** Derived from the shop's secret, so that all processes have the same keys, also after a restart. */
export function deriveSandboxKeys(secret: string): SandboxKeys {
  const derive = (purpose: string) => createHmac("sha256", secret).update(`sandbox ${purpose}`).digest();
  const id = derive("key id").toString("base64").replace(/[+/=]/g, "0").slice(0, 14);
  return {
    keyId: `rzp_test_${id}`,
    keySecret: derive("key secret").toString("hex"),
    webhookSecret: derive("webhook secret").toString("hex"),
  };
}

export const sign = (secret: string, content: string) => createHmac("sha256", secret).update(content).digest("hex");

export function isAuthorised({ keyId, keySecret }: SandboxKeys, header: string | undefined) {
  const expected = `Basic ${Buffer.from(`${keyId}:${keySecret}`).toString("base64")}`;
  return isEqualSecret(header ?? "", expected);
}
