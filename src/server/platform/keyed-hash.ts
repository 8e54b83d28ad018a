import { createHmac } from "node:crypto";

/**
 * Pseudonyms of e-mails and addresses. A plain hash of them can be guessed; this one needs the shop's secret.
 * The purpose keeps pseudonyms of different tables and logs apart.
 */
export const createKeyedHash =
  (secret: string) =>
  (purpose: string, ...parts: string[]) =>
    createHmac("sha256", secret)
      .update(JSON.stringify([purpose, ...parts]))
      .digest("base64url")
      .slice(0, 22);
export type KeyedHash = ReturnType<typeof createKeyedHash>;
