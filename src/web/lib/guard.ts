import { useEffect, useRef } from "react";
import { redirect, replace, useLocation, useNavigate, useRevalidator } from "react-router";
import type { Role } from "../../contracts/accounts/account-rules.ts";
import { ownPath } from "../../contracts/pages/page-rules.ts";
import { browserApi } from "./browser-api.ts";
import { hasLoginEnded, readLogin, takeExpired, useLogin } from "./login.ts";
import { LOGIN_TOPIC, tellLoginEnded } from "./login-ended.ts";
import { toast } from "./toast.ts";
import { hasUnsavedChanges } from "./use-unsaved-guard.ts";

/* Guards in the browser only redirect to the login. The server alone decides what may be read and changed. */

export const withNext = (screen: string, next: string | null) =>
  next ? `${screen}?next=${encodeURIComponent(next).replaceAll("%2F", "/")}` : screen;

function afterLogin(screen: string, next: string | null, role: Role) {
  if (role === "expert" && !next) return "/desk";
  if (screen !== "/admin/login") return ownPath(next, location.origin);
  return role === "owner" ? ownPath(next ?? "/admin", location.origin) : "/";
}

/** From an address that the browser is at already, after a full load or Back, a new entry would trap Back there. */
export const redirectFrom = ({ pathname, search }: URL, to: string) =>
  pathname + search === location.pathname + location.search ? replace(to) : redirect(to);

function redirectToLogin(screen: string, url: URL) {
  if (takeExpired()) tellLoginEnded();
  // Links in mails have a hash.
  const { pathname, search, hash } = url;
  return redirectFrom(url, withNext(screen, pathname + search + hash));
}

/** For the `clientLoader` of a page that needs a login: returns the login or redirects to the login. */
export function requireLogin(url: URL) {
  const login = readLogin();
  if (!login) throw redirectToLogin("/login", url);
  return login;
}

/** A form with unsaved changes can be saved after a login in another tab. */
const canSaveLater = () => hasLoginEnded() && hasUnsavedChanges();

/** For a page with unsaved changes, which stays: a login in another tab counts here too. */
const tellToLogInElsewhere = (screen: string) =>
  toast("Your session has ended. Log in again in another tab, then save your changes here.", {
    topic: LOGIN_TOPIC,
    tone: "bad",
    lastsMs: 60_000,
    action: { label: "Log in", to: screen, isNewTab: true },
  });

export function requireOwner(url: URL) {
  const login = readLogin();
  // Searching the list beside the form loads the page, too.
  if (!login && canSaveLater()) return;
  if (!login) throw redirectToLogin("/admin/login", url);
  if (login.role !== "owner") throw redirectFrom(url, "/");
}

/** For pages whose own calls are public, and so do not notice that the login has ended: asks the server. */
export async function verifyOwner(url: URL) {
  requireOwner(url);
  await browserApi.call("GET /api/users/profile", {}).catch(() => undefined);
  requireOwner(url);
}

export function requireExpert(url: URL) {
  const login = requireLogin(url);
  if (login.role !== "expert") throw redirectFrom(url, "/");
  return login;
}

/**
 * For a page with a guarded loader: runs the loader again when the login changes, in this tab or another. When the login
 * ends by itself, a page with unsaved changes stays.
 */
export function useGuard() {
  const { revalidate } = useRevalidator();
  const location = useLocation();
  const id = useLogin()?.id;
  const shown = useRef(id);
  useEffect(() => {
    if (id !== undefined && shown.current === id) return;
    if (id === undefined && canSaveLater())
      return tellToLogInElsewhere(location.pathname.startsWith("/admin") ? "/admin/login" : "/login");
    shown.current = id;
    revalidate();
  }, [id, location, revalidate]);
}

/** Redirects a logged-in user from a login screen to `next`. Returns `next` for links to the other login screens. */
export function useLoginRedirect() {
  const { pathname, search } = useLocation();
  const next = new URLSearchParams(search).get("next");
  const navigate = useNavigate();
  const role = useLogin()?.role;
  useEffect(() => {
    if (role) navigate(afterLogin(pathname, next, role), { replace: true });
  }, [role, pathname, next, navigate]);
  return { next, isLeaving: role !== undefined };
}
