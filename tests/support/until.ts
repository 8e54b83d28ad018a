import { setTimeout as delay } from "node:timers/promises";

/** Polls until the result is truthy. Throws the last error at the timeout. */
export async function until<T>(poll: () => Promise<T>, timeoutMs = 15_000): Promise<NonNullable<T>> {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    const result = await poll().catch((error: unknown) => {
      if (Date.now() > deadline) throw error;
      return undefined;
    });
    if (result) return result;
    if (Date.now() > deadline) throw new Error("What the test waited for did not happen.");
    await delay(25);
  }
}
