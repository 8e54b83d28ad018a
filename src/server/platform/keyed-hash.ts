import { createHmac } from "node:crypto";

/**
 * HMAC pseudonyms of e-mails and addresses. A plain hash could be brute-forced; this one needs the shop's secret.
 * The purpose makes pseudonyms of different tables and logs differ.
 */
export const createKeyedHash =
  (secret: string) =>
  (purpose: string, ...parts: string[]) =>
    createHmac("sha256", secret)
      .update(JSON.stringify([purpose, ...parts]))
      .digest("base64url")
      .slice(0, 22);
export type KeyedHash = ReturnType<typeof createKeyedHash>;
