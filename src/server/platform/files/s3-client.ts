import { setTimeout as delay } from "node:timers/promises";
import type { Clock } from "../clock.ts";
import { type S3Credentials, sha256, signRequest } from "./s3-signature.ts";

export interface S3Settings extends S3Credentials {
  endpoint: string;
  bucket: string;
}

/** The store did not do what was asked; the message carries no key and no address. */
export class S3Error extends Error {
  readonly code: string;
  constructor(what: string, code: string) {
    super(`the file store ${what}`);
    this.code = code;
  }
}

const TIMEOUT_MS = 30_000;
const PAUSES_MS = [100, 400];

interface Wish {
  method: "GET" | "PUT" | "DELETE";
  name: string;
  body?: Buffer;
}

export function createS3Client(settings: S3Settings, clock: Clock) {
  const base = settings.endpoint.replace(/\/+$/, "");

  async function sendOnce({ method, name, body }: Wish) {
    const url = new URL(`${base}/${settings.bucket}/${encodeURIComponent(name)}`);
    const unsigned = { method, url, headers: {}, bodyHash: sha256(body ?? "") };
    // The moment is part of the signature, so every try is signed anew. `fetch` writes the host itself.
    const { host: _, ...headers } = signRequest(unsigned, settings, clock.now());
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    return fetch(url, { method, headers, body: body && new Uint8Array(body), signal, redirect: "error" });
  }

  /** All that is asked may be done twice, so after a hiccup it is asked again. */
  async function send(wish: Wish) {
    for (const pause of [...PAUSES_MS, undefined]) {
      const reply = await sendOnce(wish).catch((error: Error) => error);
      const isHiccup = reply instanceof Error || reply.status >= 500 || reply.status === 429;
      if (!isHiccup) return reply;
      if (!(reply instanceof Error)) await reply.body?.cancel();
      if (pause === undefined) {
        const why = reply instanceof Error ? `does not answer (${reply.name})` : `failed with status ${reply.status}`;
        throw new S3Error(why, "S3_UNAVAILABLE");
      }
      await delay(pause);
    }
    throw new S3Error("was not asked", "S3_UNAVAILABLE");
  }

  /** A refusal is a setting that is wrong, or a file that is not there. */
  return async function ask(wish: Wish) {
    const reply = await send(wish);
    if (reply.ok) return reply;
    await reply.body?.cancel();
    if (reply.status === 404) throw new S3Error(`has no ${wish.name}`, "ENOENT");
    throw new S3Error(`refused with status ${reply.status}`, "S3_REFUSED");
  };
}
