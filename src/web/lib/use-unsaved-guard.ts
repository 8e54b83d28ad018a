import { useEffect } from "react";
import { type Location, useBlocker } from "react-router";
import { readLogin } from "./login.ts";

const QUESTION = "You have unsaved changes. Leave without saving them?";

const editedRecord = ({ pathname, search }: Location) => `${pathname} ${new URLSearchParams(search).get("edit")}`;

/** Asks before unsaved changes are lost. Paging and searching the list keep the form, so they need no confirmation. */
export function useUnsavedGuard(hasUnsaved: () => boolean) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      editedRecord(currentLocation) !== editedRecord(nextLocation) &&
      // After logout the changes cannot be saved anyway.
      readLogin() !== null &&
      hasUnsaved() &&
      !window.confirm(QUESTION),
  );

  useEffect(() => {
    if (blocker.state === "blocked") blocker.reset();
  }, [blocker]);

  useEffect(() => {
    const onBeforeUnload = (event: BeforeUnloadEvent) => {
      if (hasUnsaved()) event.preventDefault();
    };
    window.addEventListener("beforeunload", onBeforeUnload);
    return () => window.removeEventListener("beforeunload", onBeforeUnload);
  }, [hasUnsaved]);
}
