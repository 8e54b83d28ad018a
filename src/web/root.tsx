import eczar from "@fontsource-variable/eczar/files/eczar-latin-wght-normal.woff2?url";
import { type ReactNode, useContext } from "react";
import { preinit } from "react-dom";
import {
  isRouteErrorResponse,
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  type ShouldRevalidateFunctionArgs,
} from "react-router";
import { roles } from "../contracts/accounts/account-rules.ts";
import { LOCALE } from "../contracts/locale.ts";
import type { Route } from "./+types/root";
import appStyles from "./app.css?url";
import { FloatingCart } from "./layout/floating-cart.tsx";
import { FollowLinks, PageAnnouncer, PendingBar } from "./layout/navigation.tsx";
import { SiteFooter } from "./layout/site-footer.tsx";
import { Announcement, SiteHeader } from "./layout/site-header.tsx";
import { Toasts } from "./layout/toasts.tsx";
import { pageContext } from "./lib/load-context.ts";
import { NonceContext, useShop } from "./lib/site.ts";
import { LinkButton } from "./ui/button.tsx";
import { EmptyState } from "./ui/empty-state.tsx";
import { TryAgain, useFailureText } from "./ui/try-again.tsx";

/**
 * Runs in the head before the first paint: cached pages are the same for everyone, so the cart's count (`.cart-count`) and
 * the role (`.if-visitor`) come from localStorage. Later the two stores keep them up to date. Empty in the browser's bundle.
 */
const HEAD_SCRIPT = import.meta.env.SSR
  ? `var r=document.documentElement;try{var n=0,c=JSON.parse(localStorage.getItem("cart")||"[]");c.forEach(function(l){n+=l.qty>0?l.qty|0:0});if(n>0){r.dataset.cart=n;r.style.setProperty("--cart-count",n);r.style.setProperty("--cart-lines",c.length)}}catch(e){}try{var p=JSON.parse(atob(localStorage.getItem("token").split(".")[1].replace(/-/g,"+").replace(/_/g,"/")));if(!(p.exp*1e3<=Date.now())&&/^(${roles.join("|")})$/.test(p.role))r.dataset.login=p.role}catch(e){}`
  : "";

/** The error boundary of all pages. The cause is in the server's log, never here. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const missing = isRouteErrorResponse(error) && error.status === 404;
  const failure = useFailureText();
  return (
    <div className="shell">
      <title>{missing ? "Page not found" : "Something went wrong"}</title>
      <EmptyState
        heading="h1"
        title={missing ? "This page is not here" : "Something went wrong"}
        text={missing ? "It may have moved, or the address may have a slip in it." : failure}
      >
        {!missing && <TryAgain />}
        <LinkButton to="/" look={missing ? "accent" : "quiet"}>
          Back to home
        </LinkButton>
        <LinkButton to="/products">Shop Products</LinkButton>
      </EmptyState>
    </div>
  );
}

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
export const loader = ({ url, context }: Route.LoaderArgs) => ({
  origin: url.origin,
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
        {/* The URL determines its content, so browsers cache it as immutable. */}
        {look.accent && <link rel="stylesheet" href={`/accent/${look.accent.slice(1)}.css`} />}
      </head>
      <body className="flex min-h-dvh flex-col">
        <a href="#content" className="skip-link">
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

export default Outlet;
