import { hash } from "node:crypto";
import { renderToString } from "react-dom/server";
import { type EntryContext, type HandleErrorFunction, isRouteErrorResponse, ServerRouter } from "react-router";
import { PAGE_TEXT } from "../contracts/calls.ts";
import type { SiteSettings } from "../contracts/site.ts";
import { createKeptTexts } from "./lib/kept-texts.ts";
import { KeptTexts } from "./ui/kept.tsx";

/** In development a component is another after every change, under the same name. */
const texts = import.meta.env.PROD ? createKeptTexts(renderToString) : undefined;

const forScripts: Record<string, string> = {
  "&": "\\u0026",
  "<": "\\u003c",
  ">": "\\u003e",
  "\u2028": "\\u2028",
  "\u2029": "\\u2029",
};
const inScript = (text: string) => JSON.stringify(text).replace(/[&<>\u2028\u2029]/g, (letter) => forScripts[letter]!);

/** Of all routes those that are shown: the router makes what it is told of anew for every page. */
function manifestOf({ manifest, staticHandlerContext }: EntryContext) {
  const shown = staticHandlerContext.matches.map(({ route }) => [route.id, manifest.routes[route.id]]);
  return { ...manifest, routes: Object.fromEntries(shown) as typeof manifest.routes };
}

const PRELOADED_SCRIPT = '<link rel="modulepreload"';

/**
 * The whole page as one text: it is hashed and kept whole, so there is nothing to gain from streaming it, and making a stream
 * of it takes a third longer. What the loaders gave goes with it as React Router's own stream would send it, in one piece.
 * Scripts come last on a slow line: everything shown is in the page, and they would take its room.
 */
async function renderPage(url: string, { serverHandoffStream, ...context }: EntryContext) {
  const page = renderToString(
    <KeptTexts value={texts}>
      <ServerRouter context={{ ...context, manifest: manifestOf(context) }} url={url} />
    </KeptTexts>,
  );
  const given = serverHandoffStream ? await new Response(serverHandoffStream).text() : "";
  const stream = "window.__reactRouterContext.streamController";
  const handoff = `<script>${stream}.enqueue(${inScript(given)});${stream}.close();</script>`;
  const body = page.indexOf("<body");
  const end = page.lastIndexOf("</body>");
  const head = page.slice(0, body).replaceAll(PRELOADED_SCRIPT, `${PRELOADED_SCRIPT} fetchpriority="low"`);
  return `<!DOCTYPE html>${head}${page.slice(body, end)}${handoff}</body></html>`;
}

/** Told before the page itself: the style sheet is what its first sight waits for, and stands behind everything else in the head. */
function styleSheetsFirst({ manifest, staticHandlerContext }: EntryContext) {
  const sheets = staticHandlerContext.matches.flatMap(({ route }) => manifest.routes[route.id]?.css ?? []);
  return [...new Set(sheets)].map((sheet) => `<${sheet}>; rel=preload; as=style`).join(", ");
}

const INLINE_SCRIPT = /<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g;

/**
 * What the payment provider's script needs. A document keeps its policy while the visitor goes from page to page without a
 * reload, so every page carries it where the shop takes real payments; the sandbox's script is the shop's own.
 */
const razorpaySources = {
  "script-src": "https://checkout.razorpay.com https://cdn.razorpay.com",
  // It places its frame with style attributes.
  "style-src": "'unsafe-inline'",
  "img-src": "https://*.razorpay.com",
  "connect-src": "https://*.razorpay.com",
  "frame-src": "https://*.razorpay.com",
  "form-action": "https://api.razorpay.com",
};

/** Only this page's own inline scripts may run: each is named by its hash. */
function contentSecurityPolicy(html: string, settings?: SiteSettings) {
  const hashes = new Set<string>();
  for (const [, script = ""] of html.matchAll(INLINE_SCRIPT)) {
    hashes.add(`'sha256-${hash("sha256", script, "base64")}'`);
  }
  const paying: Partial<Record<string, string>> = settings?.payments === "razorpay" ? razorpaySources : {};
  const rules: Record<string, (string | undefined)[]> = {
    "default-src": ["'none'"],
    "script-src": ["'self'", ...hashes],
    "style-src": ["'self'"],
    "img-src": ["'self'", "data:"],
    // The style sheet carries the rupee sign's font within it.
    "font-src": ["'self'", "data:"],
    "connect-src": ["'self'", settings?.web3forms ? new URL(settings.web3forms.url).origin : undefined],
    // The map of the contact page, once somebody asks for it.
    "frame-src": ["https://www.openstreetmap.org"],
    "manifest-src": ["'self'"],
    "base-uri": ["'none'"],
    "form-action": ["'self'"],
    "frame-ancestors": ["'none'"],
  };
  return Object.entries(rules)
    .map(([rule, sources]) => [rule, ...sources, paying[rule]].filter(Boolean).join(" "))
    .join("; ");
}

export default async function handleRequest(request: Request, status: number, headers: Headers, context: EntryContext) {
  const html = await renderPage(request.url, context);
  headers.set("content-type", "text/html; charset=utf-8");
  const sheets = styleSheetsFirst(context);
  if (sheets) headers.set("link", sheets);
  const root = context.staticHandlerContext.loaderData.root as { settings: SiteSettings } | undefined;
  if (import.meta.env.PROD) headers.set("content-security-policy", contentSecurityPolicy(html, root?.settings));
  return Object.assign(new Response(null, { status, headers }), { [PAGE_TEXT]: request.method === "HEAD" ? "" : html });
}

export const handleError: HandleErrorFunction = (error, { request }) => {
  // Nothing is broken when somebody asks for what cannot be.
  if (request.signal.aborted || (isRouteErrorResponse(error) && error.status < 500)) return;
  console.error(error instanceof Error ? (error.stack ?? error.message) : "A page failed without an error to show");
};
