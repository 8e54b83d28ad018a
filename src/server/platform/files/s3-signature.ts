import { createHash, createHmac } from "node:crypto";

export interface S3Credentials {
  accessKey: string;
  secretKey: string;
  region: string;
}

export interface UnsignedRequest {
  method: string;
  /** The path must be percent-encoded as it is sent. A query is not supported. */
  url: URL;
  /** Names in lower case. All are signed. */
  headers: Record<string, string>;
  /** SHA-256 of the body, hex. */
  bodyHash: string;
}

const ALGORITHM = "AWS4-HMAC-SHA256";

export const sha256 = (bytes: Buffer | string) => createHash("sha256").update(bytes).digest("hex");
const hmac = (key: Buffer | string, text: string) => createHmac("sha256", key).update(text).digest();

/** Returns the headers of a request signed with AWS Signature Version 4. */
export function signRequest(
  { method, url, headers, bodyHash }: UnsignedRequest,
  { accessKey, secretKey, region }: S3Credentials,
  now: Date,
) {
  const timestamp = now.toISOString().replace(/[-:]|\.\d+/g, "");
  const date = timestamp.slice(0, 8);
  const signed: Record<string, string> = {
    ...headers,
    host: url.host,
    "x-amz-content-sha256": bodyHash,
    "x-amz-date": timestamp,
  };
  const names = Object.keys(signed).sort();
  const signedHeaders = names.join(";");
  const canonicalHeaders = names.map((name) => `${name}:${signed[name]!.trim()}\n`).join("");
  const query = "";
  const canonicalRequest = [method, url.pathname, query, canonicalHeaders, signedHeaders, bodyHash].join("\n");
  const scope = `${date}/${region}/s3/aws4_request`;
  const stringToSign = [ALGORITHM, timestamp, scope, sha256(canonicalRequest)].join("\n");
  const signingKey = [region, "s3", "aws4_request"].reduce(hmac, hmac(`AWS4${secretKey}`, date));
  const signature = hmac(signingKey, stringToSign).toString("hex");
  const authorization = `${ALGORITHM} Credential=${accessKey}/${scope},SignedHeaders=${signedHeaders},Signature=${signature}`;
  return { ...signed, authorization } as Record<string, string>;
}
