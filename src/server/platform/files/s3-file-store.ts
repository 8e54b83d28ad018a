import { createHash, createHmac } from "node:crypto";
import { Readable } from "node:stream";
import type { ReadableStream } from "node:stream/web";
import { setTimeout as delay } from "node:timers/promises";
import type { Clock } from "../clock.ts";
import { isNotFound, type ServedFileStore } from "./file-store.ts";

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

interface S3Settings extends S3Credentials {
  endpoint: string;
  bucket: string;
}

/** The message is logged: it contains no key and no URL. */
class S3Error extends Error {
  readonly code: string;
  constructor(what: string, code: string) {
    super(`the file store ${what}`);
    this.code = code;
  }
}

const TIMEOUT_MS = 30_000;
const RETRY_DELAYS_MS = [100, 400];

export function s3FileStore(settings: S3Settings, clock: Clock): ServedFileStore {
  const base = settings.endpoint.replace(/\/+$/, "");

  async function sendOnce(method: string, name: string, body?: Buffer) {
    const url = new URL(`${base}/${settings.bucket}/${encodeURIComponent(name)}`);
    const unsigned = { method, url, headers: {}, bodyHash: sha256(body ?? "") };
    // Signed for each attempt, because the signature contains the time. `fetch` sets the host header itself.
    const { host: _, ...headers } = signRequest(unsigned, settings, clock.now());
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    return fetch(url, { method, headers, body: body && new Uint8Array(body), signal, redirect: "error" });
  }

  /** Retries network errors, 5xx and 429. All requests are idempotent. */
  async function request(method: "GET" | "PUT" | "DELETE", name: string, body?: Buffer) {
    for (let attempt = 0; ; attempt++) {
      const response = await sendOnce(method, name, body).catch((error: Error) => error);
      if (response instanceof Response) {
        if (response.ok) return response;
        await response.body?.cancel();
        if (response.status === 404) throw new S3Error(`has no ${name}`, "ENOENT");
        if (response.status < 500 && response.status !== 429)
          throw new S3Error(`refused with status ${response.status}`, "S3_REFUSED");
      }
      const retryDelay = RETRY_DELAYS_MS[attempt];
      if (retryDelay === undefined) {
        const reason =
          response instanceof Error ? `does not answer (${response.name})` : `failed with status ${response.status}`;
        throw new S3Error(reason, "S3_UNAVAILABLE");
      }
      await delay(retryDelay);
    }
  }

  return {
    async put(name, bytes) {
      const response = await request("PUT", name, bytes);
      await response.body?.cancel();
    },
    async read(name) {
      return Buffer.from(await (await request("GET", name)).arrayBuffer());
    },
    async remove(name) {
      try {
        const response = await request("DELETE", name);
        await response.body?.cancel();
      } catch (error) {
        if (!isNotFound(error)) throw error;
      }
    },
    async open(name) {
      const { body, headers } = await request("GET", name);
      return {
        stream: Readable.fromWeb((body ?? new Blob([]).stream()) as ReadableStream),
        bytes: Number(headers.get("content-length")),
      };
    },
  };
}
