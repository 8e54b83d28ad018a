import { useEffect, useState } from "react";
import type { JoinPage } from "../../contracts/appointments/join.ts";
import { browserApi } from "../lib/browser-api.ts";
import { callerZone, momentInBoth } from "./times.ts";

/** Timers stop while a computer sleeps: check the clock at least this often. */
const LOOK_MS = 20_000;

/** The server-rendered data, reloaded when the call opens and when it ends. */
export function useLiveJoin(token: string, served: JoinPage) {
  const [page, setPage] = useState(served);
  useEffect(() => {
    const changesAt = page.state === "early" ? page.opensAt : page.state === "open" ? page.endsAt : null;
    if (!changesAt) return;
    // Uses the server's clock: the visitor's may be wrong.
    const dueAt = Date.now() + Date.parse(changesAt) - Date.parse(page.now);
    const controller = new AbortController();
    let timer: number;

    async function load() {
      // On a network error the page stays as it is; the next check tries again.
      const next = await browserApi.call("GET /api/join/:token", { params: { token } }).catch(() => undefined);
      if (next && !controller.signal.aborted) setPage(next);
    }
    function look() {
      const left = dueAt - Date.now();
      if (left <= 0) void load();
      timer = window.setTimeout(look, left > 0 ? Math.min(left, LOOK_MS) : LOOK_MS);
    }
    // Reload when the tab becomes visible: the session may have been moved.
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

/** Starts with the server's text, then shows the time in the visitor's own zone. */
export function useCallerMoment(at: string | null, written: string) {
  const [text, setText] = useState(written);
  useEffect(() => setText(at ? momentInBoth(callerZone(), at) : ""), [at]);
  return text;
}
