import { useSyncExternalStore } from "react";
import { type Role, roles } from "../../contracts/accounts/account-rules.ts";

export interface Login {
  token: string;
  id: string;
  role: Role;
  /** Seconds since the epoch, from the token. */
  exp?: number;
}

const KEY = "token";

/** Decodes a token without verifying it, which only the server can; `null` for an unreadable one. */
export function parseToken(token: string | null): Login | null {
  try {
    const [, payload = ""] = token?.split(".") ?? [];
    const { id, role, exp } = JSON.parse(atob(payload.replace(/-/g, "+").replace(/_/g, "/"))) as Partial<Login>;
    return token && typeof id === "string" && roles.includes(role as Role) ? { token, id, role: role!, exp } : null;
  } catch {
    return null;
  }
}

const listeners = new Set<() => void>();
let stored: string | null = null;
let login: Login | null = null;
let storageWorks = true;

/** The style sheet shows and hides the links of each role by this attribute; `HEAD_SCRIPT` sets it first. */
function markDocument() {
  const { dataset } = document.documentElement;
  if (login) dataset.login = login.role;
  else delete dataset.login;
}

const isExpired = ({ exp }: Login) => exp !== undefined && exp * 1000 <= Date.now();

function store(token: string | null) {
  stored = token;
  login = parseToken(token);
  try {
    if (token === null) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, token);
  } catch {
    // Storage is full or blocked: keep the login in memory until the page is closed.
    storageWorks = false;
  }
}

/** The current login. A stored token that is unreadable or expired is removed. */
export function readLogin() {
  try {
    const found = storageWorks ? localStorage.getItem(KEY) : stored;
    if (found !== stored) {
      stored = found;
      login = parseToken(found);
    }
  } catch {
    storageWorks = false;
  }
  if (stored !== null && (!login || isExpired(login))) store(null);
  return login;
}

function change(token: string | null) {
  store(token);
  for (const listener of listeners) listener();
}

export const logIn = (token: string) => change(token);
export const logOut = () => change(null);

function subscribe(listener: () => void) {
  const update = () => {
    readLogin();
    markDocument();
    listener();
  };
  const onStorage = (event: StorageEvent) => {
    if (event.key === KEY || event.key === null) update();
  };
  update();
  listeners.add(update);
  window.addEventListener("storage", onStorage);
  // A page restored from the back/forward cache has missed storage events.
  window.addEventListener("pageshow", update);
  return () => {
    listeners.delete(update);
    window.removeEventListener("storage", onStorage);
    window.removeEventListener("pageshow", update);
  };
}

/** `undefined` during server rendering and hydration, `null` when logged out. */
export const useLogin = () => useSyncExternalStore<Login | null | undefined>(subscribe, readLogin, () => undefined);
