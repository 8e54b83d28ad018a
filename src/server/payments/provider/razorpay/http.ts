import { setTimeout as pauseFor } from "node:timers/promises";
import type { z } from "zod";
import { type HttpResponse, RequestTimeout, sendRequest } from "../../../platform/http/http-request.ts";
import { ProviderError, type ProviderSettings } from "../provider.ts";
import { razorpayProblem } from "./replies.ts";

const MAX_REPLY_BYTES = 1024 * 1024;
const MAX_DESCRIPTION = 300;
const RETRIES = 2;

interface RazorpayHttpSettings extends Pick<ProviderSettings, "keyId" | "keySecret" | "timeoutMs" | "pauseMs"> {
  /** Read for every call: the sandbox has a URL only once the process listens. */
  apiUrl(): string | undefined;
}

interface Call<T extends z.ZodType> {
  path: string;
  /** Makes it a POST. A POST is never retried: the provider may have acted although the response was lost. */
  body?: object;
  headers?: Record<string, string>;
  reply: T;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function readRetryAfter({ headers }: HttpResponse) {
  const seconds = Number(headers["retry-after"] ?? 0);
  return Number.isFinite(seconds) && seconds > 0 ? seconds * 1000 : 0;
}

/** Razorpay may return 400 instead of 404 for an unknown id. */
const isUnknownId = (status: number, description: string) =>
  status === 404 || (status === 400 && /id provided does not exist/i.test(description));

function toProviderError(response: HttpResponse, body: unknown) {
  const { status } = response;
  if (status === 429)
    return new ProviderError("unavailable", "The payment provider is busy.", status, readRetryAfter(response));
  if (status >= 500 || status === 408)
    return new ProviderError("unavailable", "The payment provider has a problem of its own.", status);
  const problem = razorpayProblem.safeParse(body);
  if (!problem.success)
    return new ProviderError("unreadable", "The payment provider's answer could not be read.", status);
  const description = problem.data.error.description.slice(0, MAX_DESCRIPTION);
  return new ProviderError(isUnknownId(status, description) ? "not_found" : "refused", description, status);
}

/** Reports the code only: the text of a network error may contain addresses. */
function fromNetworkError(error: unknown) {
  if (error instanceof ProviderError) return error;
  if (error instanceof RequestTimeout)
    return new ProviderError("unavailable", "The payment provider took too long to answer.");
  const { code = "no answer" } = error as NodeJS.ErrnoException;
  return new ProviderError("unavailable", `The payment provider could not be reached (${code}).`);
}

/** Razorpay's HTTP API. Logs nothing: bodies contain personal data, headers the keys. */
export function createRazorpayHttp(settings: RazorpayHttpSettings) {
  const { keyId, keySecret, apiUrl, timeoutMs = 8_000, pauseMs = 250 } = settings;
  const authorization = `Basic ${Buffer.from(`${keyId}:${keySecret}`).toString("base64")}`;

  async function send<T extends z.ZodType>(
    { path, body, headers, reply }: Call<T>,
    timeoutMs: number,
  ): Promise<z.output<T>> {
    const base = apiUrl();
    if (!base) throw new ProviderError("unavailable", "The payment provider has no address yet.");
    const response = await sendRequest(base + path, {
      method: body ? "POST" : "GET",
      headers: {
        authorization,
        accept: "application/json",
        ...(body && { "content-type": "application/json" }),
        ...headers,
      },
      body: body && JSON.stringify(body),
      timeoutMs,
      maxBytes: MAX_REPLY_BYTES,
    });
    const { status } = response;
    if (response.body === undefined)
      throw new ProviderError("unreadable", "The payment provider's answer is too large.", status);
    const json = parseJson(response.body);
    if (status < 200 || status >= 300) throw toProviderError(response, json);
    const parsed = reply.safeParse(json);
    if (parsed.success) return parsed.data;
    throw new ProviderError("unreadable", "The payment provider's answer could not be read.", status);
  }

  return async function call<T extends z.ZodType>(request: Call<T>): Promise<z.output<T>> {
    const deadline = performance.now() + timeoutMs;
    for (let attempt = 1; ; attempt++) {
      try {
        return await send(request, deadline - performance.now());
      } catch (error) {
        const problem = fromNetworkError(error);
        const mayRetry = !request.body && problem.kind === "unavailable" && attempt <= RETRIES;
        const pause = Math.max(problem.retryAfterMs, pauseMs * 2 ** (attempt - 1)) * (1 + Math.random() / 2);
        if (!mayRetry || performance.now() + pause >= deadline) throw problem;
        await pauseFor(pause);
      }
    }
  };
}
