import { setTimeout as delay } from "node:timers/promises";

/** Looks again and again until there is something to see. */
export async function until<T>(look: () => Promise<T>, withinMs = 15_000): Promise<NonNullable<T>> {
  const deadline = Date.now() + withinMs;
  for (;;) {
    const seen = await look().catch((error: unknown) => {
      if (Date.now() > deadline) throw error;
      return undefined;
    });
    if (seen) return seen;
    if (Date.now() > deadline) throw new Error("What the test waited for did not happen.");
    await delay(25);
  }
}
