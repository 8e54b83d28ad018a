import { AsyncLocalStorage } from "node:async_hooks";

type Deed = () => void;
const running = new AsyncLocalStorage<Deed[]>();

/** Done when the running transaction has committed, and never when it has not; outside of one, at once. */
export function afterCommit(deed: Deed) {
  const deeds = running.getStore();
  if (deeds) deeds.push(deed);
  else deed();
}

/** Runs a transaction; what was asked for along the way is done before the caller hears that it committed. */
export async function runAfterCommit<T>(transaction: () => Promise<T>): Promise<T> {
  const deeds: Deed[] = [];
  const result = await running.run(deeds, transaction);
  for (const deed of deeds) deed();
  return result;
}
