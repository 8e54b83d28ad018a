import { useEffect } from "react";
import { type Location, useBlocker } from "react-router";
import { hasLoginEnded, readLogin } from "./login.ts";

const QUESTION = "You have unsaved changes. Leave without saving them?";

const editedRecord = ({ pathname, search }: Location) => `${pathname} ${new URLSearchParams(search).get("edit")}`;

const forms = new Set<() => boolean>();

export const hasUnsavedChanges = () => [...forms].some((hasUnsaved) => hasUnsaved());

/** Asks before unsaved changes are lost. Paging and searching the list keep the form, so they need no confirmation. */
export function useUnsavedGuard(hasUnsaved: () => boolean) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      editedRecord(currentLocation) !== editedRecord(nextLocation) &&
      // After a logout the changes cannot be saved anyway. After a login that ended by itself they can.
      (readLogin() !== null || hasLoginEnded()) &&
      hasUnsaved() &&
      !window.confirm(QUESTION),
  );

  useEffect(() => {
    if (blocker.state === "blocked") blocker.reset();
  }, [blocker]);

  useEffect(() => {
    forms.add(hasUnsaved);
    return () => void forms.delete(hasUnsaved);
  }, [hasUnsaved]);

  useEffect(() => {
    const onBeforeUnload = (event: BeforeUnloadEvent) => {
      if (hasUnsaved()) event.preventDefault();
    };
    window.addEventListener("beforeunload", onBeforeUnload);
    return () => window.removeEventListener("beforeunload", onBeforeUnload);
  }, [hasUnsaved]);
}
