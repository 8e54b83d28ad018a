import { useLocation, useNavigation } from "react-router";
import { useOnline } from "../lib/use-online.ts";
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

export const OFFLINE = "You seem to be offline.";

/** The message for a failed load. It states no cause that the browser cannot know. */
export const useFailureText = (failure = "It could not be loaded just now.") =>
  useOnline() ? `${failure} Please try again in a moment.` : `${OFFLINE} Please check your connection and try again.`;
