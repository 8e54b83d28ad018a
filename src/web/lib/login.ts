import { useSyncExternalStore } from "react";
import { type Role, roles } from "../../contracts/accounts/account-rules.ts";
import { createStored } from "./stored.ts";

export interface Login {
  token: string;
  id: string;
  role: Role;
  /** Seconds since the epoch, from the token. */
  exp?: number;
}

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

const store = createStored("token", parseToken);

let hasEnded = false;
let hasExpired = false;

/** Whether the last login of this tab expired or was ended elsewhere: not by a logout. */
export const hasLoginEnded = () => hasEnded;

/** True once after a login has expired, which no call reports. */
export function takeExpired() {
  const taken = hasExpired;
  hasExpired = false;
  return taken;
}

const isExpired = ({ exp }: Login) => exp !== undefined && exp * 1000 <= Date.now();

/** The current login. A stored token that is unreadable or expired is removed. */
export function readLogin() {
  const { text, value } = store.read();
  if (text === null || (value && !isExpired(value))) return value;
  hasEnded = true;
  hasExpired = true;
  store.write(null);
  // Later, because components read the login while they render.
  queueMicrotask(store.notify);
  return null;
}

function change(token: string | null, isEnd = false) {
  hasEnded = isEnd;
  hasExpired = false;
  store.write(token);
  store.notify();
}

export const logIn = (token: string) => change(token);
export const logOut = () => change(null);
/** The server does not accept the token any more. */
export const endLogin = () => change(null, true);

function subscribe(listener: () => void) {
  /** The style sheet shows and hides the links of each role by this attribute; `HEAD_SCRIPT` sets it first. */
  const update = () => {
    const { dataset } = document.documentElement;
    const login = readLogin();
    if (login) dataset.login = login.role;
    else delete dataset.login;
    listener();
  };
  update();
  return store.subscribe(update);
}

/** `undefined` during server rendering and hydration, `null` when logged out. */
export const useLogin = () => useSyncExternalStore<Login | null | undefined>(subscribe, readLogin, () => undefined);
