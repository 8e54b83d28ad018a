import { once } from "node:events";
import http, { type IncomingHttpHeaders, type IncomingMessage } from "node:http";
import https from "node:https";
import type { LookupFunction } from "node:net";
import { finished } from "node:stream/promises";

export interface RequestOptions {
  method: "GET" | "POST";
  headers: Record<string, string>;
  body?: string | undefined;
  timeoutMs: number;
  signal?: AbortSignal;
  maxBytes: number;
  /** Resolves the host name. The connection is then used for this request only. */
  lookup?: LookupFunction;
}

export class RequestTimeout extends Error {}

export interface HttpResponse {
  status: number;
  headers: IncomingHttpHeaders;
  /** Undefined when it is larger than `maxBytes`. */
  body: string | undefined;
}

/** A chunk of one byte takes as long to handle as a larger one: it counts as this many. */
const MIN_CHUNK_BYTES = 256;

async function readText(response: IncomingMessage, maxBytes: number) {
  const chunks: Buffer[] = [];
  let size = 0;
  response.on("data", (chunk: Buffer) => {
    size += Math.max(chunk.byteLength, MIN_CHUNK_BYTES);
    if (size > maxBytes) response.destroy();
    else chunks.push(chunk);
  });
  await finished(response).catch((error) => (size > maxBytes ? undefined : Promise.reject(error)));
  return size > maxBytes ? undefined : Buffer.concat(chunks).toString("utf8");
}

/** One HTTP request without redirects. Used instead of `fetch` because it takes less CPU time for every purchase. */
export async function sendRequest(url: string, options: RequestOptions): Promise<HttpResponse> {
  const { method, headers, body, timeoutMs, signal, maxBytes, lookup } = options;
  const { request } = url.startsWith("https:") ? https : http;
  const length = body === undefined ? {} : { "content-length": `${Buffer.byteLength(body)}` };
  const sending = request(url, {
    method,
    headers: { ...headers, ...length },
    ...(signal && { signal }),
    ...(lookup && { lookup, agent: false }),
  });
  let isTooLate = false;
  const timer = setTimeout(() => {
    isTooLate = true;
    sending.destroy(new RequestTimeout());
  }, timeoutMs);
  try {
    sending.end(body);
    const [response] = (await once(sending, "response")) as [IncomingMessage];
    // An error after the response has begun also ends the reading of it.
    sending.on("error", () => {});
    return { status: response.statusCode!, headers: response.headers, body: await readText(response, maxBytes) };
  } catch (error) {
    throw isTooLate ? new RequestTimeout() : error;
  } finally {
    clearTimeout(timer);
  }
}
