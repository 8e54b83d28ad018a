import { createHash } from "node:crypto";
import { Writable } from "node:stream";
import { renderToPipeableStream } from "react-dom/server";
import { type EntryContext, type HandleErrorFunction, ServerRouter } from "react-router";
import type { SiteSettings } from "../contracts/site.ts";

const RENDER_LIMIT_MS = 6_000;

/** The whole page as one text: it is hashed and kept whole, so there is nothing to gain from streaming it. */
function renderPage(url: string, context: EntryContext) {
  return new Promise<string>((resolve, reject) => {
    const chunks: Buffer[] = [];
    const sink = new Writable({
      write(chunk: Buffer, _encoding, done) {
        chunks.push(chunk);
        done();
      },
      final(done) {
        clearTimeout(limit);
        resolve(Buffer.concat(chunks).toString("utf8"));
        done();
      },
    });
    const fail = (error: unknown) => {
      clearTimeout(limit);
      reject(error);
    };
    const page = renderToPipeableStream(<ServerRouter context={context} url={url} />, {
      onAllReady: () => page.pipe(sink),
      onShellError: fail,
      onError: fail,
    });
    const limit = setTimeout(() => page.abort(new Error("Rendering the page took too long")), RENDER_LIMIT_MS);
  });
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
    hashes.add(`'sha256-${createHash("sha256").update(script).digest("base64")}'`);
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
  const root = context.staticHandlerContext.loaderData.root as { settings: SiteSettings } | undefined;
  if (import.meta.env.PROD) headers.set("content-security-policy", contentSecurityPolicy(html, root?.settings));
  return new Response(request.method === "HEAD" ? null : html, { status, headers });
}

export const handleError: HandleErrorFunction = (error, { request }) => {
  if (request.signal.aborted) return;
  console.error(error instanceof Error ? (error.stack ?? error.message) : "A page failed without an error to show");
};
