import { useEffect } from "react";
import { useLocation, useNavigate } from "react-router";
import { useLogin } from "../lib/login.ts";
import { afterLogin } from "./guard.ts";

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
