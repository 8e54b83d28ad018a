import "./app.css";
import anek from "@fontsource-variable/anek-devanagari/files/anek-devanagari-latin-wght-normal.woff2?url";
import eczar from "@fontsource-variable/eczar/files/eczar-latin-wght-normal.woff2?url";
import type { ReactNode } from "react";
import { Links, Meta, Outlet, Scripts, ScrollRestoration } from "react-router";
import { site } from "../../site.config.ts";
import type { Route } from "./+types/root";
import { ErrorPage } from "./layout/error-page.tsx";
import { FloatingCart } from "./layout/floating-cart.tsx";
import { HEAD_SCRIPT } from "./layout/head-script.ts";
import { PageAnnouncer } from "./layout/page-announcer.tsx";
import { PendingBar } from "./layout/pending-bar.tsx";
import { SiteFooter } from "./layout/site-footer.tsx";
import { SiteHeader } from "./layout/site-header.tsx";
import { Toasts } from "./layout/toasts.tsx";
import { apiOf } from "./lib/load-context.ts";

const font = { rel: "preload", as: "font", type: "font/woff2", crossOrigin: "anonymous" } as const;

/**
 * Not by way of a `links` export, which the router sorts and compares for every page. Only the server writes them into the
 * page, where React leaves them alone; in the browser's bundle they would be dead weight.
 */
const ownLinks = import.meta.env.SSR && (
  <>
    <link {...font} href={eczar} />
    <link {...font} href={anek} />
    <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
    <link rel="icon" href="/favicon.png" type="image/png" sizes="96x96" />
    <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
    <link rel="manifest" href="/manifest.webmanifest" />
  </>
);

/** The server builds the request from its configured address, so this origin is not the visitor's to forge. */
export const loader = async ({ request, context }: Route.LoaderArgs) => ({
  origin: new URL(request.url).origin,
  settings: await apiOf(context).call("GET /api/site", {}),
});

/** Nothing in it changes while the shop runs, so going from page to page need not ask for it again. */
export const shouldRevalidate = () => false;

export function Layout({ children }: { children: ReactNode }) {
  return (
    // The script in the head marks on this element who is logged in and how much is in the cart, before React arrives.
    <html lang={site.locale} suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" content="#fbf7ee" />
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own constant; the policy allows it by its hash. */}
        <script dangerouslySetInnerHTML={{ __html: HEAD_SCRIPT }} suppressHydrationWarning />
        <Meta />
        {ownLinks}
        <Links />
      </head>
      <body className="flex min-h-dvh flex-col">
        <a
          href="#content"
          className="sr-only z-50 rounded-control bg-night px-4 py-3 text-ivory focus:not-sr-only focus:fixed focus:top-3 focus:left-3"
        >
          Skip to content
        </a>
        <PendingBar />
        <SiteHeader />
        <main id="content" tabIndex={-1} className="outline-none">
          {children}
        </main>
        <SiteFooter />
        <FloatingCart />
        <Toasts />
        <PageAnnouncer />
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  );
}

export default function App() {
  return <Outlet />;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorPage error={error} />;
}
