import { once } from "node:events";
import http, { type IncomingHttpHeaders, type IncomingMessage } from "node:http";
import https from "node:https";
import type { LookupFunction } from "node:net";

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

async function readText(response: IncomingMessage, maxBytes: number) {
  const chunks: Buffer[] = [];
  let size = 0;
  // Leaving the loop early closes the connection.
  for await (const chunk of response as AsyncIterable<Buffer>) {
    size += chunk.byteLength;
    if (size > maxBytes) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
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
