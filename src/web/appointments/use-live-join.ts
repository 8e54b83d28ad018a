import { useEffect, useState } from "react";
import type { JoinPage } from "../../contracts/join.ts";
import { browserApi } from "../lib/browser-api.ts";
import { callerZone, momentInBoth } from "./times.ts";

/** Timers stop while a computer sleeps: look at the clock at least this often. */
const LOOK_MS = 20_000;

/** The page as the server sent it, and loaded again when the call opens and when it ends. */
export function useLiveJoin(token: string, served: JoinPage) {
  const [page, setPage] = useState(served);
  useEffect(() => {
    const changesAt = page.state === "early" ? page.opensAt : page.state === "open" ? page.endsAt : null;
    if (!changesAt) return;
    // By the shop's clock: the visitor's may be wrong.
    const dueAt = Date.now() + Date.parse(changesAt) - Date.parse(page.now);
    const controller = new AbortController();
    let timer: number;

    async function load() {
      // Without a connection the page stays as it is, and asks again.
      const next = await browserApi.call("GET /api/join/:token", { params: { token } }).catch(() => undefined);
      if (next && !controller.signal.aborted) setPage(next);
    }
    function look() {
      const left = dueAt - Date.now();
      if (left <= 0) void load();
      timer = window.setTimeout(look, left > 0 ? Math.min(left, LOOK_MS) : LOOK_MS);
    }
    // Somebody comes back to the tab: the session may have been moved.
    const onShow = () => document.visibilityState === "visible" && void load();
    look();
    document.addEventListener("visibilitychange", onShow, controller);
    return () => {
      controller.abort();
      clearTimeout(timer);
    };
  }, [page, token]);
  return page;
}

/** A moment as the server wrote it; in the browser in the visitor's own zone. */
export function useCallerMoment(at: string | null, written: string) {
  const [text, setText] = useState(written);
  useEffect(() => setText(at ? momentInBoth(callerZone(), at) : ""), [at]);
  return text;
}
