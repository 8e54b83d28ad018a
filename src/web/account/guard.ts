import { useEffect, useRef } from "react";
import { redirect, useRevalidator } from "react-router";
import type { Role } from "../../contracts/roles.ts";
import { readSession, useSession } from "../lib/session.ts";

/*
 * Guards in the browser are a courtesy: they take people to where they can log in. What may be read and done is decided
 * by the server alone.
 */

/** Where `next` leads, if that is a page of this shop; anything else, an address of somebody else above all, leads home. */
export function ownPath(next: string | null, origin: string) {
  if (!next?.startsWith("/") || !URL.canParse(next, origin)) return "/";
  const { origin: itsOrigin, pathname, search, hash } = new URL(next, origin);
  return itsOrigin === origin && !pathname.startsWith("//") ? pathname + search + hash : "/";
}

/** The address of a screen that, when it is done, leads on to `next`. */
export const withNext = (screen: string, next: string | null) =>
  next ? `${screen}?next=${encodeURIComponent(next).replaceAll("%2F", "/")}` : screen;

/** Where a person goes once logged in at `screen`. */
export function afterLogin(screen: string, next: string | null, role: Role) {
  if (screen !== "/admin/login") return ownPath(next, location.origin);
  return role === "owner" ? ownPath(next ?? "/admin", location.origin) : "/";
}

function logInFirst(screen: string, request: Request) {
  const { pathname, search } = new URL(request.url);
  return redirect(withNext(screen, pathname + search));
}

/** For the `clientLoader` of a page that needs a login: who is logged in; a visitor is sent to log in first. */
export function requireLogin(request: Request) {
  const session = readSession();
  if (!session) throw logInFirst("/login", request);
  return session;
}

/** The same for the owner's pages; anybody else who is logged in is sent home. */
export function requireOwner(request: Request) {
  const session = readSession();
  if (!session) throw logInFirst("/admin/login", request);
  if (session.role !== "owner") throw redirect("/");
  return session;
}

/** For the page behind such a loader: asks it again when somebody else, or nobody, is logged in, in whichever tab that happened. */
export function useGuard() {
  const { revalidate } = useRevalidator();
  const id = useSession()?.id;
  const shown = useRef(id);
  useEffect(() => {
    if (shown.current === id) return;
    shown.current = id;
    revalidate();
  }, [id, revalidate]);
}
