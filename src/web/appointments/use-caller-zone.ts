import { useSyncExternalStore } from "react";
import { callerZone, INDIA } from "./times.ts";

const subscribeToNothing = () => () => {};

/** The visitor's zone on server-rendered pages: India's on the server and during hydration. */
export const useCallerZone = () => useSyncExternalStore(subscribeToNothing, callerZone, () => INDIA);
