import { useSyncExternalStore } from "react";
import { type Role, roles } from "../../contracts/roles.ts";

export interface Session {
  token: string;
  id: string;
  role: Role;
  /** Seconds, as the token says it; a token without an end is the server's to refuse. */
  exp?: number;
}

const KEY = "token";

/** What the token says of its holder; nothing for a token that cannot be read. Only the server can tell whether it is good. */
export function parseToken(token: string | null): Session | null {
  try {
    const [, payload = ""] = token?.split(".") ?? [];
    const { id, role, exp } = JSON.parse(atob(payload.replace(/-/g, "+").replace(/_/g, "/"))) as Partial<Session>;
    return token && typeof id === "string" && roles.includes(role as Role) ? { token, id, role: role!, exp } : null;
  } catch {
    return null;
  }
}

const listeners = new Set<() => void>();
let stored: string | null = null;
let session: Session | null = null;
let storageWorks = true;

/** The style sheet shows what belongs to a visitor, a customer or the owner by this mark; `HEAD_SCRIPT` sets it first. */
function mark() {
  const { dataset } = document.documentElement;
  if (session) dataset.session = session.role;
  else delete dataset.session;
}

const isOver = ({ exp }: Session) => exp !== undefined && exp * 1000 <= Date.now();

function store(token: string | null) {
  stored = token;
  session = parseToken(token);
  try {
    if (token === null) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, token);
  } catch {
    // Full or forbidden storage: the login then lasts as long as this page does.
    storageWorks = false;
  }
}

/** Who is logged in now, if anybody is. A stored token that is damaged or has run out is thrown away. */
export function readSession() {
  try {
    const found = storageWorks ? localStorage.getItem(KEY) : stored;
    if (found !== stored) {
      stored = found;
      session = parseToken(found);
    }
  } catch {
    storageWorks = false;
  }
  if (stored !== null && (!session || isOver(session))) store(null);
  return session;
}

function change(token: string | null) {
  store(token);
  for (const listener of listeners) listener();
}

export const logIn = (token: string) => change(token);
export const logOut = () => change(null);

function subscribe(listener: () => void) {
  const look = () => {
    readSession();
    mark();
    listener();
  };
  const follow = (event: StorageEvent) => {
    if (event.key === KEY || event.key === null) look();
  };
  look();
  listeners.add(look);
  window.addEventListener("storage", follow);
  // A page brought back by the back button slept through the changes made since.
  window.addEventListener("pageshow", look);
  return () => {
    listeners.delete(look);
    window.removeEventListener("storage", follow);
    window.removeEventListener("pageshow", look);
  };
}

/** Nothing as long as it is not known: in the page as served, which is the same for everyone. `null`: logged out. */
export const useSession = () =>
  useSyncExternalStore<Session | null | undefined>(subscribe, readSession, () => undefined);
