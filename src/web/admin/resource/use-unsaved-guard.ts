import { useEffect } from "react";
import { type Location, useBlocker } from "react-router";
import { readSession } from "../../lib/session.ts";

const QUESTION = "You have unsaved changes. Leave without saving them?";

const editedAt = ({ pathname, search }: Location) => `${pathname} ${new URLSearchParams(search).get("edit")}`;

/** Asks before something typed is lost: by a link, the back button, closing the tab. Turning the list's pages loses nothing. */
export function useUnsavedGuard(hasUnsaved: () => boolean) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      editedAt(currentLocation) !== editedAt(nextLocation) &&
      // Whoever is logged out could not save any more.
      readSession() !== null &&
      hasUnsaved() &&
      !window.confirm(QUESTION),
  );

  useEffect(() => {
    if (blocker.state === "blocked") blocker.reset();
  }, [blocker]);

  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (hasUnsaved()) event.preventDefault();
    };
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, [hasUnsaved]);
}
