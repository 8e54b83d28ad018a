import { randomUUID } from "node:crypto";
import type { Sample } from "../http/metrics.ts";
import type { FromWorker, ToWorker } from "./messages.ts";
import type { Siblings } from "./siblings.ts";

/** A worker's end of what is said between it and the process that started it. */
export function connectToPrimary<Opening>() {
  const opening = Promise.withResolvers<Opening>();
  const closing = Promise.withResolvers<void>();
  const gatherings = new Map<string, (samples: Sample[]) => void>();
  let own: () => Sample[] = () => [];

  const send = (message: FromWorker) =>
    new Promise<void>((resolve) => (process.connected ? process.send!(message, () => resolve()) : resolve()));

  process.on("message", (message: ToWorker<Opening>) => {
    if (message.say === "open") opening.resolve(message.opening);
    if (message.say === "close") closing.resolve();
    if (message.say === "tell") void send({ say: "told", question: message.question, samples: own() });
    if (message.say === "gathered") {
      gatherings.get(message.question)?.(message.samples);
      gatherings.delete(message.question);
    }
  });

  const siblings: Siblings = {
    tell(say) {
      own = say;
    },
    async gather() {
      const question = randomUUID();
      const gathered = new Promise<Sample[]>((resolve) => gatherings.set(question, resolve));
      await send({ say: "gather", question });
      return gathered;
    },
  };

  return {
    opening: opening.promise,
    /** Kept when the first process wants this one to end. */
    closing: closing.promise,
    fail: (reason: string) => send({ say: "failed", reason }),
    siblings,
  };
}
