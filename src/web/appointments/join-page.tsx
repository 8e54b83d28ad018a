import { useEffect, useState } from "react";
import { JOIN_MINUTES_BEFORE } from "../../contracts/appointments/appointment-rules.ts";
import type { JoinPage as Join } from "../../contracts/appointments/join.ts";
import { browserApi } from "../lib/browser-api.ts";
import { contactLinks } from "../lib/contact-links.ts";
import { apiOf, throwRefusal } from "../lib/load-context.ts";
import { SECRET_HEADERS, secretMeta } from "../lib/page-meta.ts";
import { useShop } from "../lib/site.ts";
import { ExternalLinkButton } from "../ui/button.tsx";
import { Icon } from "../ui/icon.tsx";
import { problemPage } from "../ui/page-problem.tsx";
import type { Route } from "./+types/join-page";
import { PhoneLink } from "./phone-link.tsx";
import { browserZone, MomentText, momentInBoth } from "./times.tsx";

export const headers = () => SECRET_HEADERS;

export async function loader({ params: { token }, context }: Route.LoaderArgs) {
  const page = await apiOf(context).call("GET /api/join/:token", { params: { token } }).catch(throwRefusal);
  // Formatted in the loader: server and browser may format times differently.
  const written = (at: string | null) => (at ? momentInBoth(page.zone, at) : "");
  return { page, startsAt: written(page.startsAt), opensAt: written(page.opensAt) };
}

export const meta = secretMeta({ title: "Your session", description: "Join your session.", path: "/join" });

const words = {
  early: "Your session is booked",
  open: "Your session is open",
  over: "This session is over",
  cancelled: "This session was cancelled",
  without_time: "This session has no time yet",
} satisfies Record<Join["state"], string>;

/** What the page has before the session starts. */
const earlyWords = {
  expert_calls: "A number to ask at is on this page",
  buyer_calls: "The number to call is on this page",
  link: "You can join on this page",
  link_to_come: "It is on this page too",
} satisfies Record<Join["callWay"], string>;

export default function JoinPage({ loaderData, params }: Route.ComponentProps) {
  const page = useLiveJoin(params.token, loaderData.page);
  const startsAt = useLocalMoment(page.startsAt, loaderData.startsAt);
  const opensAt = useLocalMoment(page.opensAt, loaderData.opensAt);
  const { state, title, isMoved, call } = page;
  return (
    <div className="shell pt-8 pb-20 md:pt-14">
      <section
        aria-labelledby="join-title"
        className="mx-auto max-w-xl rounded-card border border-line bg-paper p-5 sm:p-8"
      >
        <div role="status">
          <h1 id="join-title" className="text-heading">
            {state === "early" && isMoved ? "Your session has a new time" : words[state]}
          </h1>
          <p className="mt-1 wrap-anywhere text-ink-soft">{title}</p>
          {startsAt && (
            <p className="mt-5 text-lead font-semibold">
              {state === "cancelled" && <span className="font-normal">It was to start: </span>}
              {state === "over" && <span className="font-normal">It started: </span>}
              <MomentText text={startsAt} />
            </p>
          )}
          {state === "early" && (
            <p className="mt-3">
              {page.whoCalls} {earlyWords[page.callWay]} from {JOIN_MINUTES_BEFORE} minutes before:{" "}
              <MomentText text={opensAt} />.{" "}
              <span className="needs-script">It opens by itself; you can leave it open.</span>
            </p>
          )}
          {state === "without_time" && (
            <p className="mt-3">Choose one on the page of your order, or wait for our call.</p>
          )}
        </div>
        {call && <Call {...call} callWay={page.callWay} whoCalls={page.whoCalls} />}
        {state === "early" && (
          <noscript>
            <p className="mt-3">
              <a href="?" className="inline-flex min-h-11 items-center font-semibold underline underline-offset-4">
                Look again
              </a>
            </p>
          </noscript>
        )}
        <p className="mt-6 border-t border-line pt-4 text-small text-ink-soft">
          Questions? Call us at <PhoneLink />.
        </p>
      </section>
    </div>
  );
}

type CallProps = NonNullable<Join["call"]> & Pick<Join, "callWay" | "whoCalls">;

function Call({ roomUrl, phone, callWay, whoCalls }: CallProps) {
  const shop = useShop();
  if (callWay === "link_to_come")
    return (
      <div className="mt-5">
        <p className="text-lead font-semibold">The link is not here yet.</p>
        <p className="mt-3">
          <span className="needs-script">It appears on this page by itself. </span>Is it missing when your session
          starts? Call <PhoneLink phone={phone} />.
        </p>
      </div>
    );
  if (callWay === "expert_calls")
    return (
      <div className="mt-5">
        <p className="text-lead font-semibold">{whoCalls}</p>
        <p className="mt-3">
          Please keep your phone near. Nobody called? Call <PhoneLink phone={phone} />.
        </p>
      </div>
    );
  if (roomUrl)
    return (
      <div className="mt-5">
        <ExternalLinkButton look="accent" href={roomUrl} className="w-full sm:w-auto">
          <Icon name="video" size={20} />
          Join the video call
        </ExternalLinkButton>
        <p className="mt-3">
          It opens in a new tab. Does it not work? Call <PhoneLink phone={phone} />.
        </p>
      </div>
    );
  return (
    <div className="mt-5">
      <a href={contactLinks({ ...shop, phone }).phone} className="button button-accent w-full sm:w-auto">
        <Icon name="phone" size={20} />
        Call {phone}
      </a>
      <p className="mt-3">
        {whoCalls} Please call when your session starts. We have your number too, and call you if we miss you.
      </p>
    </div>
  );
}

export const ErrorBoundary = problemPage({
  missing: {
    title: "This link does not work.",
    text: "A part of it may be missing. Please open it again from our mail, or call us.",
  },
  failed: "Your session could not be loaded",
  back: { to: "/profile", label: "See your orders" },
});

/** Timers stop while a computer sleeps: check the clock at least this often. */
const LOOK_MS = 20_000;

/** The server-rendered data, reloaded when the call opens, while its link is awaited, and when it ends. */
function useLiveJoin(token: string, served: Join) {
  const [page, setPage] = useState(served);
  useEffect(() => {
    const changesAt = page.state === "early" ? page.opensAt : page.state === "open" ? page.endsAt : null;
    if (!changesAt) return;
    // Uses the server's clock: the visitor's may be wrong.
    const leftMs = Date.parse(changesAt) - Date.parse(page.now);
    const waitsForLink = page.state === "open" && page.callWay === "link_to_come";
    const dueAt = Date.now() + (waitsForLink ? Math.min(leftMs, LOOK_MS) : leftMs);
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
    // Reload when the tab becomes visible: the appointment may have been moved.
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
function useLocalMoment(at: string | null, written: string) {
  const [text, setText] = useState(written);
  useEffect(() => setText(at ? momentInBoth(browserZone(), at) : ""), [at]);
  return text;
}
