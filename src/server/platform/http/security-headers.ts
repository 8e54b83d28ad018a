import type { FastifyInstance } from "fastify";
import fp from "fastify-plugin";

interface HeaderOptions {
  /** PUBLIC_URL. */
  origin: string;
  /** Origins whose frames may use the Payment Request API. */
  payers?: readonly string[];
}

const YEAR_SECONDS = 365 * 24 * 60 * 60;
const DENIED_FEATURES = ["camera", "display-capture", "geolocation", "microphone", "midi", "usb"];

/** Content security policy of responses other than pages. Pages set their own. */
export const NOT_A_PAGE = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** For pictures, which are shown in mails, link previews and search results. */
export const CROSS_ORIGIN_RESOURCE = { "cross-origin-resource-policy": "cross-origin" };

/** Headers that browsers read on documents only. */
export const DOCUMENT_HEADERS = [
  "content-security-policy",
  "referrer-policy",
  "permissions-policy",
  "cross-origin-opener-policy",
];

export function securityHeaders({ origin, payers = [] }: HeaderOptions): Record<string, string> {
  const payment = ["self", ...payers.map((payer) => `"${payer}"`)].join(" ");
  return {
    "content-security-policy": NOT_A_PAGE,
    "x-content-type-options": "nosniff",
    "referrer-policy": "strict-origin-when-cross-origin",
    "permissions-policy": [...DENIED_FEATURES.map((feature) => `${feature}=()`), `payment=(${payment})`].join(", "),
    // A bank's popup needs access to `window.opener` during the payment.
    "cross-origin-opener-policy": "same-origin-allow-popups",
    "cross-origin-resource-policy": "same-origin",
    ...(origin.startsWith("https:") && {
      "strict-transport-security": `max-age=${YEAR_SECONDS}; includeSubDomains`,
    }),
  };
}

const defaultCacheControl = (url: string) => (/^\/(?:api|metrics|ucp)\b/.test(url) ? "no-store" : "no-cache");

export const sendSecurityHeaders = fp(
  async (app: FastifyInstance, { headers }: { headers: Record<string, string> }) => {
    app.addHook("onRequest", async (request, reply) => {
      reply.headers(headers).header("cache-control", defaultCacheControl(request.url));
    });
  },
);
