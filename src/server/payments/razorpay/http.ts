import { setTimeout as pauseFor } from "node:timers/promises";
import type { z } from "zod";
import { GatewayError, type GatewaySettings } from "../gateway.ts";
import { razorpayProblem } from "./replies.ts";

const MAX_REPLY_BYTES = 1024 * 1024;
const MAX_DESCRIPTION = 300;
const RETRIES = 2;

interface RazorpayHttpSettings extends Pick<GatewaySettings, "keyId" | "keySecret" | "timeoutMs" | "pauseMs"> {
  /** Read for every call: the sandbox has a URL only once the process listens. */
  apiUrl(): string | undefined;
}

interface Call<T extends z.ZodType> {
  path: string;
  /** Makes it a POST. A POST is never retried: the provider may have acted although the response was lost. */
  body?: object;
  reply: T;
}

class RateLimited extends GatewayError {
  readonly retryAfterMs: number;
  constructor(retryAfterMs: number) {
    super("unavailable", "The payment provider is busy.", 429);
    this.retryAfterMs = retryAfterMs;
  }
}

async function readBody(response: Response) {
  const chunks: Uint8Array[] = [];
  let size = 0;
  // Leaving the loop early cancels the rest of the body.
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength;
    if (size > MAX_REPLY_BYTES)
      throw new GatewayError("unreadable", "The payment provider's answer is too large.", response.status);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function readRetryAfter(response: Response) {
  const seconds = Number(response.headers.get("retry-after") ?? 0);
  return Number.isFinite(seconds) && seconds > 0 ? seconds * 1000 : 0;
}

/** Razorpay answers 400, too, for an unknown id. */
const isUnknownId = (status: number, description: string) =>
  status === 404 || (status === 400 && /id provided does not exist/i.test(description));

function toGatewayError(response: Response, body: unknown) {
  const { status } = response;
  if (status === 429) return new RateLimited(readRetryAfter(response));
  if (status >= 500 || status === 408)
    return new GatewayError("unavailable", "The payment provider has a problem of its own.", status);
  const problem = razorpayProblem.safeParse(body);
  if (!problem.success)
    return new GatewayError("unreadable", "The payment provider's answer could not be read.", status);
  const description = problem.data.error.description.slice(0, MAX_DESCRIPTION);
  return new GatewayError(isUnknownId(status, description) ? "not_found" : "refused", description, status);
}

/** Reports the code only: the text of a network error may contain addresses. */
function fromNetworkError(error: unknown) {
  if (error instanceof GatewayError) return error;
  const { name, cause } = error as Error & { cause?: NodeJS.ErrnoException };
  if (name === "TimeoutError") return new GatewayError("unavailable", "The payment provider took too long to answer.");
  return new GatewayError("unavailable", `The payment provider could not be reached (${cause?.code ?? "no answer"}).`);
}

/** Razorpay's HTTP API. Logs nothing: bodies contain personal data, headers the keys. */
export function createRazorpayHttp({
  keyId,
  keySecret,
  apiUrl,
  timeoutMs = 8_000,
  pauseMs = 250,
}: RazorpayHttpSettings) {
  const authorization = `Basic ${Buffer.from(`${keyId}:${keySecret}`).toString("base64")}`;

  async function send<T extends z.ZodType>({ path, body, reply }: Call<T>, signal: AbortSignal): Promise<z.output<T>> {
    const base = apiUrl();
    if (!base) throw new GatewayError("unavailable", "The payment provider has no address yet.");
    const response = await fetch(base + path, {
      method: body ? "POST" : "GET",
      headers: { authorization, accept: "application/json", ...(body && { "content-type": "application/json" }) },
      ...(body && { body: JSON.stringify(body) }),
      // Following a redirect could send the keys to another host.
      redirect: "manual",
      signal,
    });
    const json = parseJson(await readBody(response));
    if (!response.ok) throw toGatewayError(response, json);
    const parsed = reply.safeParse(json);
    if (parsed.success) return parsed.data;
    throw new GatewayError("unreadable", "The payment provider's answer could not be read.", response.status);
  }

  return async function call<T extends z.ZodType>(request: Call<T>): Promise<z.output<T>> {
    const deadline = performance.now() + timeoutMs;
    const signal = AbortSignal.timeout(timeoutMs);
    for (let attempt = 1; ; attempt++) {
      try {
        return await send(request, signal);
      } catch (error) {
        const problem = fromNetworkError(error);
        const mayRetry = !request.body && problem.kind === "unavailable" && attempt <= RETRIES && !signal.aborted;
        const retryAfterMs = problem instanceof RateLimited ? problem.retryAfterMs : 0;
        const pause = Math.max(retryAfterMs, pauseMs * 2 ** (attempt - 1)) * (1 + Math.random() / 2);
        if (!mayRetry || performance.now() + pause >= deadline) throw problem;
        await pauseFor(pause);
      }
    }
  };
}
