import { useEffect } from "react";
import { useLocation, useNavigate } from "react-router";
import { useSession } from "../lib/session.ts";
import { afterLogin } from "./guard.ts";

/**
 * Takes whoever is logged in, or gets logged in, on from a login screen to where they were going. Answers that place as
 * the address has it, for links to the other screens, and whether somebody is on the way.
 */
export function useForward() {
  const { pathname, search } = useLocation();
  const next = new URLSearchParams(search).get("next");
  const navigate = useNavigate();
  const role = useSession()?.role;
  useEffect(() => {
    if (role) navigate(afterLogin(pathname, next, role), { replace: true });
  }, [role, pathname, next, navigate]);
  return { next, isLeaving: role !== undefined };
}
