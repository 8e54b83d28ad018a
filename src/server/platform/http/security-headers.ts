import type { FastifyInstance } from "fastify";
import fp from "fastify-plugin";

interface Surroundings {
  /** The shop's own address, as visitors see it. */
  origin: string;
  /** Origins whose frames may ask the browser to pay. */
  payers?: readonly string[];
}

const YEAR_SECONDS = 365 * 24 * 60 * 60;
const NOBODY = ["camera", "display-capture", "geolocation", "microphone", "midi", "usb"];

/** What is no page needs nothing and may be shown in nobody's frame; a page brings a policy of its own. */
export const NOT_A_PAGE = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** For what was made to be shown elsewhere: pictures in mails, in link previews and in what a search found. */
export const SHOWN_ELSEWHERE = { "cross-origin-resource-policy": "cross-origin" };

/** What every answer carries, whoever gives it. */
export function securityHeaders({ origin, payers = [] }: Surroundings): Record<string, string> {
  const paying = ["self", ...payers.map((payer) => `"${payer}"`)].join(" ");
  return {
    "content-security-policy": NOT_A_PAGE,
    "x-content-type-options": "nosniff",
    "referrer-policy": "strict-origin-when-cross-origin",
    "permissions-policy": [...NOBODY.map((power) => `${power}=()`), `payment=(${paying})`].join(", "),
    // A bank's window, opened in the middle of a payment, has to find its way back to the page that opened it.
    "cross-origin-opener-policy": "same-origin-allow-popups",
    "cross-origin-resource-policy": "same-origin",
    // A browser that has once seen it never again asks in the clear; over plain http it would mean nothing.
    ...(origin.startsWith("https:") && {
      "strict-transport-security": `max-age=${YEAR_SECONDS}; includeSubDomains`,
    }),
  };
}

/** What nobody has said may be kept, is kept by nobody; of a page the browser may keep its own copy and ask. */
const keepingOf = (url: string) => ({ "cache-control": /^\/(?:api|metrics)\b/.test(url) ? "no-store" : "no-cache" });

/** Puts the headers on before anything else has a say; a route that knows better replaces them. */
export const sendSecurityHeaders = fp(
  async (app: FastifyInstance, { headers }: { headers: Record<string, string> }) => {
    app.addHook("onRequest", async (request, reply) => {
      reply.headers(headers).headers(keepingOf(request.url));
    });
  },
);
