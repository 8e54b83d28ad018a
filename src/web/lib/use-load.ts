import { useEffect, useState } from "react";

/** Loads data for a part of a page while `isWanted` is true. A new `key` loads again. */
export function useLoad<T>(load: () => Promise<T>, key: string, isWanted = true) {
  const [data, setData] = useState<T>();
  const [hasFailed, setFailed] = useState(false);
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for `load`, and a new attempt loads again.
  useEffect(() => {
    if (!isWanted) return;
    let isShown = true;
    load()
      .then((loaded) => isShown && setData(loaded))
      .catch(() => isShown && setFailed(true));
    return () => {
      isShown = false;
    };
  }, [key, isWanted, attempt]);

  function retry() {
    setFailed(false);
    setAttempt(attempt + 1);
  }
  return { data, setData, hasFailed, retry };
}
