import { setTimeout as pauseFor } from "node:timers/promises";
import type { z } from "zod";
import { GatewayError } from "../gateway.ts";
import { razorpayProblem } from "./replies.ts";

const MAX_REPLY_BYTES = 1024 * 1024;
const MAX_DESCRIPTION = 300;
const RETRIES = 2;

export interface RazorpayAddress {
  keyId: string;
  keySecret: string;
  /** Asked at every call: a sandbox in this process has an address only once the process listens. */
  apiUrl(): string | undefined;
  /** For one call in all, its retries included. */
  timeoutMs?: number;
  /** The first pause before a retry. */
  pauseMs?: number;
}

interface Call<T extends z.ZodType> {
  path: string;
  /** Makes it a POST, which is never repeated: the provider may have acted on one whose answer was lost. */
  body?: object;
  reply: T;
}

/** The provider asks to be left alone, for so long. */
class Busy extends GatewayError {
  readonly waitMs: number;
  constructor(waitMs: number) {
    super("unavailable", "The payment provider is busy.", 429);
    this.waitMs = waitMs;
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

function retryAfterMs(response: Response) {
  const seconds = Number(response.headers.get("retry-after") ?? 0);
  return Number.isFinite(seconds) && seconds > 0 ? seconds * 1000 : 0;
}

/** Razorpay tells of an id it does not know with 400 as well. */
const isUnknownId = (status: number, description: string) =>
  status === 404 || (status === 400 && /id provided does not exist/i.test(description));

function problemOf(response: Response, body: unknown) {
  const { status } = response;
  if (status === 429) return new Busy(retryAfterMs(response));
  if (status >= 500 || status === 408)
    return new GatewayError("unavailable", "The payment provider has a problem of its own.", status);
  const problem = razorpayProblem.safeParse(body);
  if (!problem.success)
    return new GatewayError("unreadable", "The payment provider's answer could not be read.", status);
  const description = problem.data.error.description.slice(0, MAX_DESCRIPTION);
  return new GatewayError(isUnknownId(status, description) ? "not_found" : "refused", description, status);
}

const isTimeout = (error: unknown) => error instanceof Error && error.name === "TimeoutError";

/** What went wrong on the wire, by its code alone: the error's text may hold addresses. */
function wireProblem(error: unknown) {
  if (error instanceof GatewayError) return error;
  if (isTimeout(error)) return new GatewayError("unavailable", "The payment provider took too long to answer.");
  const cause = error instanceof Error ? (error.cause as NodeJS.ErrnoException | undefined) : undefined;
  return new GatewayError("unavailable", `The payment provider could not be reached (${cause?.code ?? "no answer"}).`);
}

/** Speaks HTTP with Razorpay. Nothing is logged here: bodies hold what people paid, and headers hold the keys. */
export function createRazorpayHttp({ keyId, keySecret, apiUrl, timeoutMs = 8_000, pauseMs = 250 }: RazorpayAddress) {
  const authorization = `Basic ${Buffer.from(`${keyId}:${keySecret}`).toString("base64")}`;

  async function once<T extends z.ZodType>({ path, body, reply }: Call<T>, signal: AbortSignal): Promise<z.output<T>> {
    const base = apiUrl();
    if (!base) throw new GatewayError("unavailable", "The payment provider has no address yet.");
    const response = await fetch(base + path, {
      method: body ? "POST" : "GET",
      headers: { authorization, accept: "application/json", ...(body && { "content-type": "application/json" }) },
      ...(body && { body: JSON.stringify(body) }),
      // A redirect would carry the amount, and perhaps the keys, to a stranger.
      redirect: "manual",
      signal,
    });
    const answer = parseJson(await readBody(response));
    if (!response.ok) throw problemOf(response, answer);
    const read = reply.safeParse(answer);
    if (read.success) return read.data;
    throw new GatewayError("unreadable", "The payment provider's answer could not be read.", response.status);
  }

  return async function call<T extends z.ZodType>(wanted: Call<T>): Promise<z.output<T>> {
    const deadline = performance.now() + timeoutMs;
    const signal = AbortSignal.timeout(timeoutMs);
    for (let tries = 1; ; tries++) {
      try {
        return await once(wanted, signal);
      } catch (error) {
        const problem = wireProblem(error);
        const mayRetry = !wanted.body && problem.kind === "unavailable" && tries <= RETRIES && !signal.aborted;
        const asked = problem instanceof Busy ? problem.waitMs : 0;
        const pause = Math.max(asked, pauseMs * 2 ** (tries - 1)) * (1 + Math.random() / 2);
        if (!mayRetry || performance.now() + pause >= deadline) throw problem;
        await pauseFor(pause);
      }
    }
  };
}
