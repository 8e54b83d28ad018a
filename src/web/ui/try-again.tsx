import { useLocation, useNavigation } from "react-router";
import { LinkButton } from "./button.tsx";

/** Reloads the page's data, not the document: a failure stays inside the page. Without scripts it is a plain link. */
export function TryAgain() {
  const { pathname, search } = useLocation();
  const isTrying = useNavigation().state !== "idle";
  return (
    <LinkButton to={pathname + search} replace keepScroll look="accent">
      {isTrying ? "Loading…" : "Try again"}
    </LinkButton>
  );
}
