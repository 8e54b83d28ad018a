import eczar from "@fontsource-variable/eczar/files/eczar-latin-wght-normal.woff2?url";
import { type ReactNode, useContext } from "react";
import { preinit } from "react-dom";
import { Links, Meta, Outlet, Scripts, ScrollRestoration, type ShouldRevalidateFunctionArgs } from "react-router";
import { LOCALE } from "../contracts/locale.ts";
import { accentPath } from "../contracts/settings/settings-rules.ts";
import type { Route } from "./+types/root";
import appStyles from "./app.css?url";
import { Announcement } from "./layout/announcement.tsx";
import { ErrorPage } from "./layout/error-page.tsx";
import { FloatingCart } from "./layout/floating-cart.tsx";
import { FollowLinks } from "./layout/follow-links.tsx";
import { HEAD_SCRIPT } from "./layout/head-script.ts";
import { PageAnnouncer } from "./layout/page-announcer.tsx";
import { PendingBar } from "./layout/pending-bar.tsx";
import { SiteFooter } from "./layout/site-footer.tsx";
import { SiteHeader } from "./layout/site-header.tsx";
import { Toasts } from "./layout/toasts.tsx";
import { pageContext } from "./lib/load-context.ts";
import { NonceContext } from "./lib/nonce.ts";
import { useShop } from "./lib/site.ts";

const font = { rel: "preload", as: "font", type: "font/woff2", crossOrigin: "anonymous" } as const;

/**
 * Rendered on the server only; React leaves them alone in the browser, so they are not in its bundle. Only the heading
 * font is preloaded: preloading both fonts would delay the style sheet and so the first paint.
 */
const ownLinks = import.meta.env.SSR && (
  <>
    <link {...font} href={eczar} />
    <link rel="manifest" href="/manifest.webmanifest" />
  </>
);

/** Rendered on the server only, like `ownLinks`. */
const Icons = ({ icon }: { icon: string | null }) =>
  icon ? (
    <>
      <link rel="icon" href={icon} />
      <link rel="apple-touch-icon" href={icon} />
    </>
  ) : (
    <>
      <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
      <link rel="icon" href="/favicon.png" type="image/png" sizes="96x96" />
      <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
    </>
  );

/** The server builds the request from PUBLIC_URL, so this origin cannot be forged by a Host header. */
export const loader = ({ request, context }: Route.LoaderArgs) => ({
  origin: new URL(request.url).origin,
  settings: context.get(pageContext).site,
  isPreview: context.get(pageContext).isPreview,
});

/** Client-side navigation keeps the settings of the first page. Only the owner's settings pages reload them. */
export const shouldRevalidate = ({ nextUrl }: ShouldRevalidateFunctionArgs) =>
  nextUrl.pathname.startsWith("/admin/settings");

export function Layout({ children }: { children: ReactNode }) {
  // Must come before fonts and scripts in the page, so that they do not delay the style sheet.
  preinit(appStyles, { as: "style", precedence: "app" });
  const nonce = useContext(NonceContext);
  const { look } = useShop();
  return (
    // The script in the head sets data attributes here (role, cart) before React hydrates.
    <html lang={LOCALE} suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" content="#fbf7ee" />
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own constant. */}
        <script nonce={nonce} dangerouslySetInnerHTML={{ __html: HEAD_SCRIPT }} suppressHydrationWarning />
        <Meta />
        {ownLinks}
        {import.meta.env.SSR && <Icons icon={look.icon} />}
        <Links />
        {look.accent && <link rel="stylesheet" href={accentPath(look.accent)} />}
      </head>
      <body className="flex min-h-dvh flex-col">
        <a
          href="#content"
          className="sr-only z-50 rounded-control bg-night px-4 py-3 text-ivory focus:not-sr-only focus:fixed focus:top-3 focus:left-3"
        >
          Skip to content
        </a>
        <Announcement />
        <SiteHeader />
        <main id="content" tabIndex={-1} className="outline-none">
          {children}
        </main>
        <SiteFooter />
        <FollowLinks />
        <PendingBar />
        <FloatingCart />
        <Toasts />
        <PageAnnouncer />
        <ScrollRestoration nonce={nonce} />
        <Scripts nonce={nonce} />
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
