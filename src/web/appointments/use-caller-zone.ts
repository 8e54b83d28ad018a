import { useSyncExternalStore } from "react";
import { callerZone, INDIA } from "./times.ts";

const subscribeToNothing = () => () => {};

/** The visitor's zone, on pages that the server renders: there, and until the scripts run, it is India's. */
export const useCallerZone = () => useSyncExternalStore(subscribeToNothing, callerZone, () => INDIA);
