import { createHash, createHmac } from "node:crypto";

export interface S3Credentials {
  accessKey: string;
  secretKey: string;
  region: string;
}

export interface UnsignedRequest {
  method: string;
  /** Its path as it is sent, percent signs included. */
  url: URL;
  /** All of them are signed; names in lower case. */
  headers: Record<string, string>;
  /** SHA-256 of the body, hex. */
  bodyHash: string;
}

const ALGORITHM = "AWS4-HMAC-SHA256";

export const sha256 = (bytes: Buffer | string) => createHash("sha256").update(bytes).digest("hex");
const hmac = (key: Buffer | string, text: string) => createHmac("sha256", key).update(text).digest();

/** As the signature wants it: all but letters, digits and `-_.~` percent-encoded. */
const encode = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

function queryOf(url: URL) {
  const pairs = [...url.searchParams].map(([name, value]) => `${encode(name)}=${encode(value)}`);
  return pairs.sort().join("&");
}

/** The headers with which S3 and its like accept a request: Signature Version 4. */
export function signRequest(
  { method, url, headers, bodyHash }: UnsignedRequest,
  { accessKey, secretKey, region }: S3Credentials,
  now: Date,
) {
  const moment = now.toISOString().replace(/[-:]|\.\d+/g, "");
  const day = moment.slice(0, 8);
  const signed: Record<string, string> = {
    ...headers,
    host: url.host,
    "x-amz-content-sha256": bodyHash,
    "x-amz-date": moment,
  };
  const names = Object.keys(signed).sort();
  const lines = names.map((name) => `${name}:${signed[name]!.trim()}\n`).join("");
  const canonical = [method, url.pathname, queryOf(url), lines, names.join(";"), bodyHash].join("\n");
  const scope = `${day}/${region}/s3/aws4_request`;
  const toSign = [ALGORITHM, moment, scope, sha256(canonical)].join("\n");
  const key = [region, "s3", "aws4_request"].reduce(hmac, hmac(`AWS4${secretKey}`, day));
  const signature = hmac(key, toSign).toString("hex");
  const authorization = `${ALGORITHM} Credential=${accessKey}/${scope},SignedHeaders=${names.join(";")},Signature=${signature}`;
  return { ...signed, authorization } as Record<string, string>;
}
