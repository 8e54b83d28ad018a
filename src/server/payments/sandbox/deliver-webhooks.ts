import { setTimeout as pause } from "node:timers/promises";
import { sendRequest } from "../../platform/http/http-request.ts";
import { limitConcurrency } from "../../platform/limit-concurrency.ts";
import type { Log } from "../../platform/log.ts";
import { type SandboxKeys, sign } from "./keys.ts";

const RETRY_DELAYS_MS = [1_000, 3_000, 10_000];

export interface Webhook {
  /** The same for every delivery of the event. */
  id: string;
  event: string;
  body: string;
}

export interface DeliveryDeps {
  log: Log;
  keys: SandboxKeys;
  /** The shop's webhook URL. Undefined until the shop listens. */
  webhookUrl(): string | undefined;
  retryDelaysMs?: number[];
}

/** Sends webhooks to the shop, with a few retries. Nothing is stored: the shop's reconcile job covers lost events. */
export function createWebhookDelivery({ log, keys, webhookUrl, retryDelaysMs = RETRY_DELAYS_MS }: DeliveryDeps) {
  const closing = new AbortController();
  const limited = limitConcurrency({ concurrency: 8, maxQueued: 1_000 });
  /** The last delivery of each payment: the next one waits for it, so events of a payment stay in order. */
  const deliveries = new Map<string, Promise<void>>();

  /** Returns undefined without a response. */
  async function post({ id, body }: Webhook) {
    const url = webhookUrl();
    if (!url) return undefined;
    return sendRequest(url, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        "x-razorpay-signature": sign(keys.webhookSecret, body),
        "x-razorpay-event-id": id,
      },
      body,
      timeoutMs: 5_000,
      signal: closing.signal,
      maxBytes: 64 * 1024,
    });
  }

  async function deliver(webhook: Webhook) {
    const { id, event } = webhook;
    for (const [retries, delay] of [0, ...retryDelaysMs].entries()) {
      if (delay > 0) await pause(delay, undefined, { signal: closing.signal }).catch(() => {});
      if (closing.signal.aborted) return;
      const status = (await limited(() => post(webhook)).catch(() => undefined))?.status;
      const details = { event, id, attempts: retries + 1, status };
      if (status && status >= 200 && status < 300) return log.info(details, "sandbox webhook delivered");
      log.warn(details, retries < retryDelaysMs.length ? "sandbox webhook not taken" : "sandbox webhook given up");
    }
  }

  async function deliverAfter(previous: Promise<void> | undefined, webhooks: Webhook[]) {
    await previous;
    for (const webhook of webhooks) await deliver(webhook);
  }

  return {
    closing: closing.signal,
    /** Returns at once. */
    send(paymentId: string, webhooks: Webhook[]) {
      const delivery = deliverAfter(deliveries.get(paymentId), webhooks).finally(() => {
        if (deliveries.get(paymentId) === delivery) deliveries.delete(paymentId);
      });
      deliveries.set(paymentId, delivery);
    },
    /** Aborts what is in flight. */
    async stop() {
      closing.abort();
      await Promise.all(deliveries.values());
    },
  };
}
