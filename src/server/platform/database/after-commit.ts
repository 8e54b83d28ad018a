import { AsyncLocalStorage } from "node:async_hooks";

type Callback = () => void;
const currentTransaction = new AsyncLocalStorage<Callback[]>();

/** Runs a callback once the current transaction has committed; outside a transaction, at once. A rollback drops it. */
export function afterCommit(callback: Callback) {
  const callbacks = currentTransaction.getStore();
  if (callbacks) callbacks.push(callback);
  else callback();
}

/** Runs a transaction, then its `afterCommit` callbacks, before it returns to the caller. */
export async function withAfterCommit<T>(transaction: () => Promise<T>): Promise<T> {
  const callbacks: Callback[] = [];
  const result = await currentTransaction.run(callbacks, transaction);
  for (const callback of callbacks) callback();
  return result;
}
