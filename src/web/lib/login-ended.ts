import { toast } from "./toast.ts";

const TOPIC = "login ended";

export const tellLoginEnded = () =>
  toast("Your session has ended. Please log in again.", { topic: TOPIC, tone: "bad", lastsMs: 5000 });

/** For a page with unsaved changes, which stays: a login in another tab counts here too. */
export const tellToLogInElsewhere = (screen: string) =>
  toast("Your session has ended. Log in again in another tab, then save your changes here.", {
    topic: TOPIC,
    tone: "bad",
    lastsMs: 60_000,
    action: { label: "Log in", to: screen, isNewTab: true },
  });
